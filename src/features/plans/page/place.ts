import type { Font, FontGlyph } from './instructions.ts';

/** From a space to that around it: two axes and the origin, as `DOMMatrix` has them. */
export type Matrix = readonly number[];
export type Vector = readonly [x: number, y: number];

/** A letter as the page places it, in points from the page's top left corner. */
export type Glyph = {
  text: string;
  /** Where it begins on its line. */
  origin: Vector;
  /** The direction of the line, and that from its foot to its top, each of length one. */
  along: Vector;
  up: Vector;
  /** How far it reaches along its line, and from below the line to above it. */
  width: number;
  low: number;
  high: number;
  /** What it belongs to: the page or an annotation, and the layers there. Letters of different parts make no word. */
  part: Part;
};

export type Part = { readonly isShown: boolean; readonly isAnnotation?: boolean };

/** How far letters reach below and above their line, by their size. */
const [foot, top] = [-0.2, 1];

export const identity: Matrix = [1, 0, 0, 1, 0, 0];

export function multiply(m: Matrix, n: Matrix): Matrix {
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = m;
  const [g = 1, h = 0, i = 0, j = 1, k = 0, l = 0] = n;
  return [a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * l + e, b * k + d * l + f];
}

/** Returns the matrix that undoes another one. */
export function inverseOf([a = 1, b = 0, c = 0, d = 1, e = 0, f = 0]: Matrix): Matrix {
  const determinant = a * d - b * c || 1e-9;
  return [d, -b, -c, a, c * f - d * e, b * e - a * f].map((one) => one / determinant);
}

function unit(x: number, y: number): { direction: Vector; length: number } {
  const length = Math.hypot(x, y) || 1e-9;
  return { direction: [x / length, y / length], length };
}

/** Returns what instructions change, as it is before them. */
export const newState = (ctm: Matrix) => ({
  ctm,
  font: '',
  size: 0,
  charSpacing: 0,
  wordSpacing: 0,
  hScale: 1,
  rise: 0,
  leading: 0,
  /** The text matrix, and the place in it: of the line, and of the next letter. */
  text: identity,
  lineX: 0,
  lineY: 0,
  x: 0,
  y: 0,
});

export type State = ReturnType<typeof newState>;

/** Returns the edges of a letter: left, top, right and bottom. */
export function edgesOf({ origin: [x, y], along, up, width, low, high }: Glyph): number[] {
  const xs = [0, width].flatMap((far) => [low, high].map((level) => x + along[0] * far + up[0] * level));
  const ys = [0, width].flatMap((far) => [low, high].map((level) => y + along[1] * far + up[1] * level));
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

/** Returns the edges of two things together. */
export function edgesOfBoth(edges: readonly number[], others: readonly number[]): number[] {
  return edges.map((edge, at) => Math[at < 2 ? 'min' : 'max'](edge, others[at] ?? edge));
}

/** Places what one instruction shows, and moves on behind it. Numbers between letters move by thousandths of their size. */
export function* place(
  state: State,
  font: Font,
  shown: readonly (FontGlyph | number)[],
  part: Part,
): Generator<Glyph> {
  const { ctm, text, rise, charSpacing, wordSpacing } = state;
  // A negative size turns the letters about.
  const side = state.size < 0 ? -1 : 1;
  const size = Math.abs(state.size);
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = multiply(ctm, text);
  const hScale = state.hScale * side;
  const scale = size * (font.fontMatrix?.[0] ?? 0.001);
  const line = unit(a * hScale, b * hScale);
  const upwards = font.isType3Font && (font.fontMatrix?.[3] ?? 1) < 0 ? -side : side;
  const up = unit(c * upwards, d * upwards);
  const em = font.isType3Font ? Math.abs(scale * font.widest) : size;
  const [low, high] = [foot * em, top * em];
  let moved = 0;
  for (const glyph of shown) {
    if (typeof glyph === 'number') {
      moved += ((font.vertical ? 1 : -1) * glyph * size) / 1000;
      continue;
    }
    const spacing = ((glyph.isSpace ? wordSpacing : 0) + charSpacing) * side;
    const [x, y] = font.vertical
      ? [state.x, state.y + rise - moved * side]
      : [state.x + moved * hScale, state.y + rise];
    const origin: Vector = [a * x + c * y + e, b * x + d * y + f];
    if (font.vertical) {
      const width = -(glyph.vmetric?.[0] ?? -1000) * scale;
      const along: Vector = [-up.direction[0], -up.direction[1]];
      const across = (size / 2) * line.length;
      const own = { along, up: line.direction, width: width * up.length, low: -across, high: across };
      yield { text: glyph.unicode, origin, part, ...own };
      moved += width - spacing;
    } else {
      const width = glyph.width * scale;
      const own = { along: line.direction, up: up.direction, width: width * line.length };
      yield { text: glyph.unicode, origin, part, ...own, low: low * up.length, high: high * up.length };
      moved += width + spacing;
    }
  }
  if (font.vertical) state.y -= moved * side;
  else state.x += moved * hScale;
}
