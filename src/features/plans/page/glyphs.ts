import type { PDFPageProxy } from 'pdfjs-dist';
import type { Layers } from './annotations.ts';
import {
  type Codes,
  type Followed,
  type Font,
  type FontChange,
  followed,
  fontsOf,
  instructionsOf,
} from './instructions.ts';
import type { Instructions } from './leftOut.ts';
import {
  type Glyph,
  identity,
  type Matrix,
  multiply,
  newState,
  type Part,
  place,
  type State,
  type Vector,
} from './place.ts';
import { asSaid, lettersOf, unsaidWords, type Words } from './saidWords.ts';

/** What a page says, and whether pictures, of which words cannot be read, cover much of it. */
export type Written = {
  glyphs: Glyph[];
  isPicture: boolean;
  /** Words that it draws and says otherwise, and those that it says where it draws no letters. */
  unsaid: Words[];
};

/** The part of a page from which on a picture on it makes the page one. */
const pictureShare = 0.5;
/**
 * Reads the letters that a page draws, in the order in which it draws them: those of its contents and of its annotations. The library
 * tells where pieces of text begin, but neither where their letters stand nor on which layer; its drawing instructions do.
 *
 * @param drawn the instructions by which the page was drawn; without them they are read
 */
export async function glyphsOf(
  page: PDFPageProxy,
  codes: Codes,
  layers: Layers,
  drawn?: Instructions,
): Promise<Written> {
  const { fnArray, argsArray } = drawn ?? (await instructionsOf(page));
  const follower = new Follower(
    page,
    await fontsOf(page, fnArray, argsArray, codes, drawn !== undefined),
    layers,
  );
  const names = new Map(followed.map((name) => [codes[name], name]));
  fnArray.forEach((code, at) => {
    const name = names.get(code);
    if (name) (follower[name] as (args: unknown) => void)(argsArray[at]);
  });
  return follower.written();
}

/** What a document says of the letters from one on, and how many of them were placed there, shown or not. */
type Said = { text: string; from: number; placed: number };

/** Follows the instructions of a page as the library's canvas does (`CanvasGraphics`), as far as text depends on them. */
class Follower implements Record<keyof Followed, (args: never) => void> {
  readonly #fonts: ReadonlyMap<string, Font>;
  readonly #layers: Layers;
  readonly #base: Matrix;
  readonly #width: number;
  readonly #height: number;
  readonly #glyphs: Glyph[] = [];
  #pictures = 0;
  #state: State;
  #saved: State[] = [];
  #part: Part = { isShown: true };
  readonly #outer: { part: Part; said: Said | undefined }[] = [];
  #said: Said | undefined;
  readonly #unsaid: Words[] = [];

  constructor(page: PDFPageProxy, fonts: ReadonlyMap<string, Font>, layers: Layers) {
    const { transform, width, height } = page.getViewport({ scale: 1 });
    this.#fonts = fonts;
    this.#layers = layers;
    this.#base = transform;
    this.#width = width;
    this.#height = height;
    this.#state = newState(transform);
  }

  written(): Written {
    return {
      glyphs: this.#glyphs,
      isPicture: this.#pictures >= pictureShare * this.#width * this.#height,
      unsaid: this.#unsaid,
    };
  }

  save = (): void => void this.#saved.push({ ...this.#state });

  paintImageXObject = (): void => {
    const [a = 0, b = 0, c = 0, d = 0] = this.#state.ctm;
    if (this.#part.isShown) this.#pictures += Math.abs(a * d - b * c);
  };

  restore = (): void => {
    this.#state = this.#saved.pop() ?? this.#state;
  };

  transform = (matrix: Matrix): void => {
    this.#state.ctm = multiply(this.#state.ctm, matrix);
  };

  beginGroup = this.save;
  endGroup = this.restore;

  paintFormXObjectBegin = ([matrix]: Followed['paintFormXObjectBegin']): void => {
    this.save();
    if (matrix) this.transform(matrix);
  };

  paintFormXObjectEnd = this.restore;

  beginAnnotation = ([, , place, matrix]: Followed['beginAnnotation']): void => {
    this.#saved = [];
    this.#state = newState(multiply(multiply(this.#base, place), matrix));
    this.#part = { ...this.#part, isAnnotation: true };
  };

  endAnnotation = (): void => {
    this.#state = newState(this.#base);
    this.#part = { isShown: this.#part.isShown };
  };

  beginMarkedContent = (): void => void this.#outer.push({ part: this.#part, said: this.#said });

  beginMarkedContentProps = ([tag, layer]: Followed['beginMarkedContentProps']): void => {
    this.beginMarkedContent();
    // What is said of all holds for its parts.
    if (typeof layer === 'string' && tag !== 'OC')
      this.#said ??= { text: layer, from: this.#glyphs.length, placed: 0 };
    if (tag !== 'OC' || !layer) return;
    this.#part = { isShown: this.#part.isShown && this.#layers.isVisible(layer) };
  };

  endMarkedContent = (): void => {
    const outer = this.#outer.pop();
    if (!outer) return;
    if (this.#said && !outer.said) this.#say(this.#said);
    this.#said = outer.said;
    this.#part = outer.part;
  };

  #say({ text, from, placed }: Said): void {
    const drawn = this.#glyphs.splice(from);
    this.#glyphs.push(...asSaid(drawn, text));
    this.#unsaid.push(...unsaidWords(drawn, text));
    // Letters that are drawn as lines or in a picture, somewhere on the page.
    if (placed > 0 || !this.#part.isShown || lettersOf(text) === '') return;
    this.#unsaid.push({ text, box: { x: 0, y: 0, width: this.#width, height: this.#height } });
  }

  beginText = (): void => this.setTextMatrix([identity]);

  setTextMatrix = ([text]: Followed['setTextMatrix']): void => {
    Object.assign(this.#state, { text, lineX: 0, lineY: 0, x: 0, y: 0 });
  };

  setFont = ([font, size]: FontChange): void => {
    Object.assign(this.#state, { font, size });
  };

  setGState = ([entries]: Followed['setGState']): void => {
    for (const [key, value] of entries) if (key === 'Font') this.setFont(value as FontChange);
  };

  setCharSpacing = ([spacing]: [number]): void => {
    this.#state.charSpacing = spacing;
  };

  setWordSpacing = ([spacing]: [number]): void => {
    this.#state.wordSpacing = spacing;
  };

  setHScale = ([percent]: [number]): void => {
    this.#state.hScale = percent / 100;
  };

  setTextRise = ([rise]: [number]): void => {
    this.#state.rise = rise;
  };

  setLeading = ([leading]: [number]): void => {
    this.#state.leading = leading;
  };

  moveText = ([x, y]: Vector): void => {
    const state = this.#state;
    state.lineX += x;
    state.lineY += y;
    state.x = state.lineX;
    state.y = state.lineY;
  };

  setLeadingMoveText = ([x, y]: Vector): void => {
    this.#state.leading = -y;
    this.moveText([x, y]);
  };

  nextLine = (): void => this.moveText([0, -this.#state.leading]);

  showText = ([shown]: Followed['showText']): void => {
    const font = this.#fonts.get(this.#state.font) ?? { widest: 1000 };
    for (const glyph of place(this.#state, font, shown, this.#part)) {
      if (this.#said) this.#said.placed += 1;
      const [x, y] = glyph.origin;
      const isAcross = x > -glyph.width && x < this.#width;
      const isOnPage = isAcross && y > -glyph.high && y < this.#height + glyph.high;
      if (isOnPage && this.#part.isShown) this.#glyphs.push(glyph);
    }
  };
}
