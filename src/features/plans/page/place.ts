import type { Font, FontGlyph } from './instructions.ts';
import { multiply, type Vector } from './matrix.ts';
import { shownLetters, type TextState } from './textState.ts';

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

function unit(x: number, y: number): { direction: Vector; length: number } {
  const length = Math.hypot(x, y) || 1e-9;
  return { direction: [x / length, y / length], length };
}

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

/** Places what one instruction shows, and moves on behind it. */
export function* place(
  state: TextState,
  font: Font,
  shown: readonly (FontGlyph | number)[],
  part: Part,
): Generator<Glyph> {
  const { ctm, text, rise, x: startX, y: startY } = state;
  const side = state.size < 0 ? -1 : 1;
  const size = Math.abs(state.size);
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = multiply(ctm, text);
  const hScale = state.hScale * side;
  const line = unit(a * hScale, b * hScale);
  const upwards = font.isType3Font && (font.fontMatrix?.[3] ?? 1) < 0 ? -side : side;
  const up = unit(c * upwards, d * upwards);
  const em = font.isType3Font ? Math.abs(size * (font.fontMatrix?.[0] ?? 0.001) * font.widest) : size;
  const across = (size / 2) * line.length;
  const own = font.vertical
    ? {
        along: [-up.direction[0], -up.direction[1]] as const,
        up: line.direction,
        low: -across,
        high: across,
      }
    : { along: line.direction, up: up.direction, low: foot * em * up.length, high: top * em * up.length };
  const reach = font.vertical ? up.length : line.length;
  for (const { glyph, moved, width } of shownLetters(state, font, shown)) {
    const x = font.vertical ? startX : startX + moved * hScale;
    const y = startY + rise - (font.vertical ? moved * side : 0);
    const origin: Vector = [a * x + c * y + e, b * x + d * y + f];
    yield { text: glyph.unicode, origin, part, ...own, width: width * reach };
  }
}
