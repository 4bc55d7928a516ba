import type { Layers } from '../page/annotations.ts';
import { type Matrix, multiply } from '../page/matrix.ts';
import { newTextState, shownLetters, textSteps } from '../page/textState.ts';
import {
  apart,
  type Edges,
  edgesOf,
  isSimple,
  type Segment,
  type Shape,
  shapeOf,
  subpathsOf,
} from './shape.ts';

/** How something is drawn. Equal styles of neighbors are one object. */
export type Style = {
  /** `#rrggbb`; of a pattern or a gradient what it is made of. */
  color: string;
  alpha: number;
  /** Of lines, in points; 0 of what is filled. */
  width: number;
  dash: readonly number[];
  /** What else decides how it looks: how lines end and meet, how it is blended, what masks and clips it. */
  rest: string;
  layer: string;
};

/** The smallest thing that is drawn: a line or curve, a filled form, or a letter, which is a form too. */
export type Mark = {
  kind: 'line' | 'form' | 'letter';
  shape: Shape;
  /** Where its form stands. */
  x: number;
  y: number;
  style: Style;
  /** The part of the page that it may ink. */
  box: Edges;
  /** What a letter stands for. */
  text: string;
  /** Whether the document does not hold its font: what it looks like is up to the program that draws it. */
  isFree: boolean;
};

/** What a page draws. */
export type Marks = {
  shown: Mark[];
  /** What is in layers that are hidden, and words that are not drawn. */
  hiddenLayers: Mark[];
  hiddenWords: Mark[];
  /** Where something is drawn that has no instructions here: pictures, gradients, letters without an outline. */
  opaque: { box: Edges; isPicture: boolean }[];
  /** Whether a font is an error, which draws nothing. */
  isTextLost: boolean;
};

export type Instructions = { fnArray: readonly number[]; argsArray: readonly unknown[] };

type Glyph = {
  unicode: string;
  fontChar: string;
  width: number;
  isSpace: boolean;
  isInFont?: boolean;
  operatorListId?: string;
  vmetric?: [number, number, number];
  accent?: { fontChar: string; offset: { x: number; y: number } };
};
type Font = {
  vertical?: boolean;
  fontMatrix?: number[];
  isType3Font?: boolean;
  missingFile?: boolean;
  loadedName: string;
  charProcOperatorList?: ReadonlyMap<string, Instructions>;
};
/** Objects of the library that instructions name: fonts, outlines of letters, gradients. */
export type Objects = { has(id: string): boolean; get(id: string): unknown };

type State = ReturnType<typeof newState>;
const newState = (ctm: Matrix, clip: Edges) => ({
  ...newTextState(ctm),
  /** Around what may be drawn. */
  clip,
  /** Of clips that are no rectangles, what tells them apart. */
  clips: '',
  fill: '#000000',
  stroke: '#000000',
  /** Of the groups that it is drawn in. */
  alpha: 1,
  fillAlpha: 1,
  strokeAlpha: 1,
  width: 1,
  dash: [] as readonly number[],
  /** How far into its dashes a line begins. */
  phase: 0,
  cap: 0,
  join: 0,
  blend: 'source-over',
  mask: '',
  font: null as Font | null,
  mode: 0,
});

const round = (value: number, to = 10) => Math.round(value * to) / to;
const intersect = (one: Edges, other: Edges): Edges => [
  Math.max(one[0], other[0]),
  Math.max(one[1], other[1]),
  Math.min(one[2], other[2]),
  Math.min(one[3], other[3]),
];
const isEmpty = ([left, top, right, bottom]: Edges) => right < left || bottom < top;

/** Says what a pattern or a gradient is made of, without the names that the library gives things. */
function textOf(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) => {
    if (typeof part === 'number') return Number(part.toPrecision(4));
    if (ArrayBuffer.isView(part) && !(part instanceof DataView)) return Array.from(part as never);
    if (part instanceof Map) return [...part];
    return typeof part === 'string' && /_[dp]\d+_/.test(part) ? '' : part;
  });
}

/** The instructions that are followed, by the names of the library. */
type Step = (...args: never[]) => void;

/** Returns what a mark is counted with. @param isInked whether it is drawn, and not only there to be found */
function listOf(isShown: boolean, isInked: boolean): 'shown' | 'hiddenLayers' | 'hiddenWords' {
  if (!isShown) return 'hiddenLayers';
  return isInked ? 'shown' : 'hiddenWords';
}

/** Returns the form of a letter that has no outline: all of its place. */
function cellOf([left, top, right, bottom]: Edges): ReturnType<typeof shapeOf> {
  return shapeOf([[left, top, right, bottom]], false);
}

/** How deep things may be drawn in one another, such as patterns in letters. */
const maxDepth = 8;
/** What may stand between the place of a picture and the picture. */
const besidePictures = new Set([
  'setGState',
  'dependency',
  'setFillRGBColor',
  'beginMarkedContent',
  'beginMarkedContentProps',
  'endMarkedContent',
]);
const spaces = /^[\s\p{Cc}]*$/u;

/** Where and by what a page is drawn. */
type Sheet = {
  /** What the library keeps of the page, and of the document. */
  objects: readonly Objects[];
  codes: Readonly<Record<string, number>>;
  layers: Layers;
  /** From the space of the document to that of the page as it is shown. */
  base: Matrix;
  page: Edges;
};

/** Returns what instructions draw. */
export function marksOf(instructions: Instructions, sheet: Sheet): Marks {
  const drawing = new Drawing(sheet);
  drawing.run(instructions);
  drawing.end();
  return drawing.marks;
}

/** Follows the instructions of a page as the library's canvas does, and collects what they draw. */
class Drawing {
  readonly marks: Marks = { shown: [], hiddenLayers: [], hiddenWords: [], opaque: [], isTextLost: false };
  readonly #names = new Map<number, string>();
  readonly #sheet: Sheet;
  readonly #letters = new Map<string, ReturnType<typeof shapeOf> | null>();
  #state: State;
  #saved: State[] = [];
  #content = { isShown: true, layer: '' };
  readonly #outer: { isShown: boolean; layer: string }[] = [];
  readonly #styles = new Map<string, Style>();
  #isClipping: boolean | 'even' = false;
  #depth = 0;
  /** A place was made, and nothing drawn there so far: a picture was left out. */
  #isHollow = false;

  constructor(sheet: Sheet) {
    for (const [name, code] of Object.entries(sheet.codes)) this.#names.set(code, name);
    this.#sheet = sheet;
    this.#state = newState(sheet.base, sheet.page);
  }

  run({ fnArray, argsArray }: Instructions): void {
    if (this.#depth >= maxDepth) return;
    this.#depth += 1;
    fnArray.forEach((code, at) => {
      const name = this.#names.get(code) ?? '';
      (this.#steps[name] as Step | undefined)?.(...((argsArray[at] ?? []) as never[]));
      this.#isHollow = name === 'transform' || (this.#isHollow && besidePictures.has(name));
    });
    this.#depth -= 1;
  }

  end(): void {
    this.#hollow();
  }

  #hollow(): void {
    if (this.#isHollow) this.#opaque(this.#unit(), true);
    this.#isHollow = false;
  }

  #opaque(edges: Edges, isPicture: boolean): void {
    const box = intersect(edges, this.#state.clip);
    if (!isEmpty(box) && this.#content.isShown) this.marks.opaque.push({ box, isPicture });
  }

  /** Returns where a picture is painted. */
  #unit(): Edges {
    return edgesOf([0, 0, 1, 1], this.#state.ctm);
  }

  #save = (): void => {
    this.#saved.push(this.#state);
    this.#state = { ...this.#state };
  };
  #restore = (): void => {
    this.#hollow();
    this.#state = this.#saved.pop() ?? this.#state;
  };
  #transform = (...matrix: number[]): void => {
    this.#state.ctm = multiply(this.#state.ctm, matrix);
  };
  #clipTo(rect: ArrayLike<number>): void {
    const state = this.#state;
    state.clip = intersect(state.clip, edgesOf(rect, state.ctm));
  }

  /** Draws a form within another one's space, and comes back. */
  #within(matrix: readonly number[] | null, bbox: ArrayLike<number> | null): void {
    this.#save();
    if (matrix) this.#transform(...matrix);
    if (bbox) this.#clipTo(bbox);
  }

  #styleOf(isStroke: boolean, rule = ''): Style {
    const { fill, stroke, alpha, fillAlpha, strokeAlpha, width, dash, phase, cap, join } = this.#state;
    const { blend, mask, clips, ctm } = this.#state;
    const [a = 1, b = 0, c = 0, d = 1] = ctm;
    const scale = Math.sqrt(Math.abs(a * d - b * c));
    const begun = (by: number) => (dash.length > 0 && by !== 0 ? ` ${round(by, 1)}` : '');
    const lines = isStroke
      ? ([width * scale, dash.map((one) => one * scale), `${cap} ${join}${begun(phase * scale)}`] as const)
      : ([0, [], rule] as const);
    const own = {
      color: isStroke ? stroke : fill,
      alpha: alpha * (isStroke ? strokeAlpha : fillAlpha),
      width: lines[0],
      dash: lines[1].every((one) => one === 0) ? [] : lines[1],
      rest: `${lines[2]} ${blend} ${mask} ${clips}`,
      layer: this.#content.layer,
    };
    const key = `${own.color} ${own.alpha} ${own.width} ${own.dash} ${own.rest} ${own.layer}`;
    const style = this.#styles.get(key) ?? own;
    this.#styles.set(key, style);
    return style;
  }

  #add(
    kind: Mark['kind'],
    placed: ReturnType<typeof shapeOf>,
    style: Style,
    more?: { box: Edges; text: string; isFree: boolean },
  ): void {
    const { shape, x, y } = placed;
    const reach = style.width / 2;
    const own: Edges = [x - reach, y - reach, x + shape.width + reach, y + shape.height + reach];
    const drawn = intersect(own, this.#state.clip);
    const isNothing = style.alpha === 0 || style.color === '' || (kind !== 'line' && shape.length === 0);
    if (isEmpty(drawn) || isNothing) return;
    const list = listOf(this.#content.isShown, !more || this.#state.mode !== 3);
    const box = more ? intersect(more.box, this.#sheet.page) : drawn;
    this.marks[list].push({
      kind,
      shape,
      x,
      y,
      style,
      box: isEmpty(box) ? drawn : box,
      text: more?.text ?? '',
      isFree: more?.isFree ?? false,
    });
  }

  #path = (code: number, [data]: [ArrayLike<number> | null], minMax: unknown): void => {
    const name = this.#names.get(code) ?? '';
    const parts = data && minMax !== null ? subpathsOf(data, this.#state.ctm) : [];
    if (/fill/i.test(name)) this.#fill(apart(parts), /eo/i.test(name));
    if (/stroke/i.test(name)) this.#strokes(parts);
    if (!this.#isClipping) return;
    const isEven = this.#isClipping === 'even';
    this.#isClipping = false;
    const all = parts.flat();
    const { shape, x, y } = shapeOf(all, true);
    this.#state.clip =
      all.length === 0
        ? [0, 0, -1, -1]
        : intersect(this.#state.clip, [x, y, x + shape.width, y + shape.height]);
    if (isEven && !isSimple(all)) this.#state.clips += ' even';
    const isRectangle =
      parts.length === 1 && Math.abs(shape.area - shape.width * shape.height) < 0.01 * shape.area + 0.1;
    if (!isRectangle) this.#state.clips += ` ${[x, y, shape.length, shape.area].map((one) => round(one, 1))}`;
  };

  #fill(forms: readonly Segment[][], isEven = false): void {
    const style = this.#styleOf(false);
    const even = isEven ? this.#styleOf(false, ' even') : style;
    for (const form of forms)
      this.#add('form', shapeOf(form, true), isEven && !isSimple(form) ? even : style);
  }

  #strokes(parts: readonly Segment[][]): void {
    const style = this.#styleOf(true);
    for (const part of parts) {
      for (const segment of part) {
        const last = segment.length - 2;
        const [x, y, endX, endY] = [segment[0], segment[1], segment[last], segment[last + 1]] as [
          number,
          number,
          number,
          number,
        ];
        // Lines are drawn in either direction.
        const isBack = endX < x - 0.05 || (Math.abs(endX - x) <= 0.05 && endY < y);
        const ordered = isBack
          ? segment.map((_, at) => segment[last - at + 2 * (at % 2)] as number)
          : segment;
        this.#add('line', shapeOf([ordered], false), style);
      }
    }
  }

  #object(id: string): unknown {
    return this.#sheet.objects.find((objects) => objects.has(id))?.get(id);
  }

  /** Returns the outline of a letter in a space, from its origin; null where it has none. */
  #letter(font: Font, char: string, [a = 1, b = 0, c = 0, d = 1]: Matrix) {
    const key = [font.loadedName, char, ...[a, b, c, d].map((one) => round(one, 1e4))].join(' ');
    const known = this.#letters.get(key);
    if (known !== undefined) return known;
    const outline = this.#object(`${font.loadedName}_path_${char}`) as
      | { path: ArrayLike<number> }
      | undefined;
    const parts = outline ? subpathsOf(outline.path, [a, b, c, d, 0, 0]).flat() : [];
    const found = parts.length > 0 ? shapeOf(parts, true) : null;
    this.#letters.set(key, found);
    return found;
  }

  #show = (shown: readonly (Glyph | number)[]): void => {
    const state = this.#state;
    const { font, size: signed, hScale, rise, mode } = state;
    if (!font || signed === 0) return;
    const side = signed < 0 ? -1 : 1;
    const size = Math.abs(signed);
    const space = multiply(state.ctm, state.text);
    const perWidth = size * (font.fontMatrix?.[0] ?? 0.001);
    const { x: startX, y: startY } = state;
    for (const { glyph, moved } of shownLetters(state, font, shown)) {
      const [, vx = 0, vy = 0] = (font.vertical && glyph.vmetric) || [];
      const x = font.vertical ? startX - vx * perWidth : startX + moved * hScale * side;
      const y = startY + rise - (font.vertical ? (vy * perWidth + moved) * side : 0);
      const own = multiply(space, [size * hScale * side, 0, 0, size * side, x, y]);
      if (font.isType3Font) this.#drawnLetter(font, glyph, own);
      else this.#place(font, glyph, own);
    }
    // Letters that clip what follows.
    if (mode >= 4) state.clips += ' letters';
  };

  #place(font: Font, glyph: Glyph, own: Matrix): void {
    const { unicode, fontChar, accent } = glyph;
    const isFree = font.missingFile === true;
    const em = glyph.width * (font.fontMatrix?.[0] ?? 0.001) || 0.5;
    const box = edgesOf(font.vertical ? [0, -0.2, 1, 0.9] : [0, -0.2, em, 0.9], own);
    const chars = [
      { fontChar, x: 0, y: 0 },
      ...(accent ? [{ fontChar: accent.fontChar, ...accent.offset }] : []),
    ];
    for (const { fontChar: char, x, y } of chars) {
      const placed = glyph.isInFont === false ? null : this.#letter(font, char, own);
      if (!placed) {
        if (spaces.test(unicode) || char !== fontChar) continue;
        // Without an outline it is told by what it stands for, and where its font is there, by its pixels.
        this.#add('letter', cellOf(box), this.#styleOf(false), { box, text: unicode, isFree: true });
        if (!isFree && this.#state.mode !== 3) this.#opaque(box, false);
        continue;
      }
      const [, , , , e = 0, f = 0] = multiply(own, [1, 0, 0, 1, x, y]);
      const { mode } = this.#state;
      const at = { shape: placed.shape, x: placed.x + e, y: placed.y + f };
      const isStroked = mode % 4 === 1 || mode % 4 === 2;
      if (mode % 4 !== 1) this.#add('letter', at, this.#styleOf(false), { box, text: unicode, isFree });
      if (isStroked) this.#add('letter', at, this.#styleOf(true), { box, text: unicode, isFree });
    }
  }

  /** Follows the instructions that draw a letter. */
  #drawnLetter(font: Font, { operatorListId = '' }: Glyph, own: Matrix): void {
    const drawn = font.charProcOperatorList?.get(operatorListId);
    if (!drawn || this.#state.mode === 3) return;
    this.#save();
    this.#state.ctm = multiply(own, font.fontMatrix ?? [0.001, 0, 0, 0.001, 0, 0]);
    this.run(drawn);
    this.#restore();
  }

  #setFont = (id: string, size: number): void => {
    const font = this.#object(id);
    this.#state.font = typeof font === 'object' ? (font as Font | null) : null;
    if (!this.#state.font) this.marks.isTextLost = true;
    this.#state.size = size;
  };

  #setEntry = ([key, value]: [string, never]): void => {
    const state = this.#state;
    if (key === 'Font') this.#setFont(...(value as [string, number]));
    else if (key === 'LW') state.width = value;
    else if (key === 'LC') state.cap = value;
    else if (key === 'LJ') state.join = value;
    else if (key === 'D') [state.dash = [], state.phase = 0] = value as [number[], number];
    else if (key === 'CA') state.strokeAlpha = value;
    else if (key === 'ca') state.fillAlpha = value;
    else if (key === 'BM') state.blend = value;
    else if (key === 'SMask') state.mask = value ? 'mask' : '';
    else if (key === 'TR') state.mask += value ? textOf(value) : '';
  };

  /** Says what is painted with: a color, or all that makes a pattern. */
  #paintOf(args: readonly unknown[]): string {
    const [kind, second, third] = args;
    if (kind === 'Shading')
      return `${textOf(this.#object(String(second)))} ${textOf([third, this.#state.ctm])}`;
    if (kind !== 'TilingPattern') return String(kind);
    return textOf([args.slice(1, 3), multiply(this.#sheet.base, args[3] as Matrix), args.slice(4)]);
  }

  #set = (entries: Partial<State>): void => void Object.assign(this.#state, entries);
  #begin = (tag?: string, group?: unknown): void => {
    this.#outer.push(this.#content);
    if (tag !== 'OC' || !group) return;
    const { id, ids } = group as { id?: string; ids?: string[] };
    const names = (id ? [id] : (ids ?? [])).map((one) => this.#sheet.layers.getGroup(one)?.name ?? '');
    const isShown = this.#content.isShown && this.#sheet.layers.isVisible(group);
    this.#content = { isShown, layer: names.join(' ') };
  };

  readonly #steps: Readonly<Record<string, Step>> = {
    save: this.#save,
    restore: this.#restore,
    transform: this.#transform,
    constructPath: this.#path as Step,
    rawFillPath: ((data: ArrayLike<number>) => this.#fill(apart(subpathsOf(data, this.#state.ctm)))) as Step,
    clip: () => {
      this.#isClipping = true;
    },
    eoClip: () => {
      this.#isClipping = 'even';
    },
    setLineWidth: (width: number) => this.#set({ width }),
    setLineCap: (cap: number) => this.#set({ cap }),
    setLineJoin: (join: number) => this.#set({ join }),
    setDash: (dash: number[], phase: number) => this.#set({ dash, phase }),
    setGState: (entries: [string, never][]) => entries.forEach(this.#setEntry),
    setFillRGBColor: (fill: string) => this.#set({ fill: String(fill) }),
    setStrokeRGBColor: (stroke: string) => this.#set({ stroke: String(stroke) }),
    setFillColorN: ((...args: unknown[]) => this.#set({ fill: this.#paintOf(args) })) as Step,
    setStrokeColorN: ((...args: unknown[]) => this.#set({ stroke: this.#paintOf(args) })) as Step,
    setFillTransparent: () => this.#set({ fill: '' }),
    setStrokeTransparent: () => this.#set({ stroke: '' }),
    shadingFill: () => this.#opaque(this.#state.clip, false),
    paintFormXObjectBegin: ((matrix: number[] | null, bbox: ArrayLike<number> | null) =>
      this.#within(matrix, bbox)) as Step,
    paintFormXObjectEnd: this.#restore,
    beginGroup: ((group: { smask?: unknown }) => {
      this.#save();
      const { alpha, fillAlpha, blend, mask, clips } = this.#state;
      const own = {
        fillAlpha: 1,
        strokeAlpha: 1,
        blend: 'source-over',
        mask: group.smask ? 'of a mask' : '',
      };
      // What is drawn in it begins anew; it is painted as a whole.
      const isPlain = fillAlpha === 1 && mask === '' && blend === 'source-over';
      const around = isPlain ? '' : ` in ${blend} ${mask}`;
      this.#set({ ...own, ...(!group.smask && { alpha: alpha * fillAlpha, clips: clips + around }) });
    }) as Step,
    endGroup: this.#restore,
    beginAnnotation: ((_: string, rect: number[] | null, place: number[], matrix: number[]) => {
      this.#saved = [];
      this.#state = newState(this.#sheet.base, this.#sheet.page);
      if (rect) this.#clipTo(rect);
      this.#transform(...place);
      this.#transform(...matrix);
    }) as Step,
    endAnnotation: () => {
      this.#state = newState(this.#sheet.base, this.#sheet.page);
    },
    beginMarkedContent: () => this.#begin(),
    beginMarkedContentProps: this.#begin as Step,
    endMarkedContent: () => {
      this.#content = this.#outer.pop() ?? this.#content;
    },
    ...textSteps(() => this.#state),
    setFont: this.#setFont as Step,
    setTextRenderingMode: (mode: number) => this.#set({ mode }),
    showText: this.#show as Step,
    paintImageXObject: () => this.#opaque(this.#unit(), true),
    paintInlineImageXObject: () => this.#opaque(this.#unit(), true),
    paintImageMaskXObject: () => this.#opaque(this.#unit(), true),
    paintSolidColorImageMask: () => this.#opaque(this.#unit(), true),
  };
}
