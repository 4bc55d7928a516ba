import type { PDFPageProxy } from 'pdfjs-dist';
import type { Layers } from './annotations.ts';
import {
  type Codes,
  type Followed,
  type Font,
  type FontChange,
  type FontGlyph,
  followed,
  fontsOf,
  instructionsOf,
} from './instructions.ts';
import type { Instructions } from './leftOut.ts';
import { type Matrix, multiply } from './matrix.ts';
import { type Glyph, type Part, place } from './place.ts';
import { asSaid, lettersOf, unsaidWords, type Words } from './saidWords.ts';
import { newTextState, textSteps } from './textState.ts';

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
    if (name) (follower.steps[name] as Step)(...((argsArray[at] ?? []) as never[]));
  });
  return follower.written();
}

type Step = (...args: never[]) => void;
type State = ReturnType<typeof newState>;
const newState = (ctm: Matrix) => ({ ...newTextState(ctm), font: '' });

/** What a document says of the letters from one on, and how many of them were placed there, shown or not. */
type Said = { text: string; from: number; placed: number };

/** Follows the instructions of a page as the library's canvas does (`CanvasGraphics`), as far as text depends on them. */
class Follower {
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

  #save = (): void => {
    this.#saved.push(this.#state);
    this.#state = { ...this.#state };
  };
  #restore = (): void => {
    this.#state = this.#saved.pop() ?? this.#state;
  };
  #transform = (...matrix: number[]): void => {
    this.#state.ctm = multiply(this.#state.ctm, matrix);
  };
  #setFont = (font: string, size: number): void => void Object.assign(this.#state, { font, size });
  #begin = (): void => void this.#outer.push({ part: this.#part, said: this.#said });

  #say({ text, from, placed }: Said): void {
    const drawn = this.#glyphs.splice(from);
    this.#glyphs.push(...asSaid(drawn, text));
    this.#unsaid.push(...unsaidWords(drawn, text));
    // Letters that are drawn as lines or in a picture, somewhere on the page.
    if (placed > 0 || !this.#part.isShown || lettersOf(text) === '') return;
    this.#unsaid.push({ text, box: { x: 0, y: 0, width: this.#width, height: this.#height } });
  }

  #show = (shown: readonly (FontGlyph | number)[]): void => {
    const font = this.#fonts.get(this.#state.font) ?? { widest: 1000 };
    for (const glyph of place(this.#state, font, shown, this.#part)) {
      if (this.#said) this.#said.placed += 1;
      const [x, y] = glyph.origin;
      const isAcross = x > -glyph.width && x < this.#width;
      const isOnPage = isAcross && y > -glyph.high && y < this.#height + glyph.high;
      if (isOnPage && this.#part.isShown) this.#glyphs.push(glyph);
    }
  };

  readonly steps = {
    save: this.#save,
    restore: this.#restore,
    transform: this.#transform,
    beginGroup: this.#save,
    endGroup: this.#restore,
    paintFormXObjectBegin: (matrix: Matrix | null) => {
      this.#save();
      if (matrix) this.#transform(...matrix);
    },
    paintFormXObjectEnd: this.#restore,
    beginAnnotation: (_id: string, _rect: unknown, place: Matrix, matrix: Matrix) => {
      this.#saved = [];
      this.#state = newState(multiply(multiply(this.#base, place), matrix));
      this.#part = { ...this.#part, isAnnotation: true };
    },
    endAnnotation: () => {
      this.#state = newState(this.#base);
      this.#part = { isShown: this.#part.isShown };
    },
    beginMarkedContent: this.#begin,
    beginMarkedContentProps: (tag: string, layer: unknown) => {
      this.#begin();
      // What is said of all holds for its parts.
      if (typeof layer === 'string' && tag !== 'OC')
        this.#said ??= { text: layer, from: this.#glyphs.length, placed: 0 };
      if (tag !== 'OC' || !layer) return;
      this.#part = { isShown: this.#part.isShown && this.#layers.isVisible(layer) };
    },
    endMarkedContent: () => {
      const outer = this.#outer.pop();
      if (!outer) return;
      if (this.#said && !outer.said) this.#say(this.#said);
      this.#said = outer.said;
      this.#part = outer.part;
    },
    setFont: this.#setFont,
    setGState: (entries: [key: string, value: unknown][]) => {
      for (const [key, value] of entries) if (key === 'Font') this.#setFont(...(value as FontChange));
    },
    ...textSteps(() => this.#state),
    showText: this.#show,
    paintImageXObject: () => {
      const [a = 0, b = 0, c = 0, d = 0] = this.#state.ctm;
      if (this.#part.isShown) this.#pictures += Math.abs(a * d - b * c);
    },
  } satisfies Record<Followed, Step>;
}
