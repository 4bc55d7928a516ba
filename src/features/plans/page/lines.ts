import { between, dot, isBlank, rightToLeft, sizeOf } from './distance.ts';
import { withFractions } from './fractions.ts';
import { type Letter, withGaps } from './gaps.ts';
import type { Glyph } from './place.ts';

/** Letters that stand in a row. */
export type Line = {
  letters: Letter[];
  glyphs: Glyph[];
  /** The line above it in its paragraph. */
  follows?: Line;
};

/** The farthest that cells of a row, and the lines of a paragraph, may be apart, by the size of their letters. */
const limits = { row: 15, leading: 2.2 };

/** Returns whether a letter goes on with the line of another: before or behind it, or raised or lowered. */
function goesOn(last: Glyph, next: Glyph): boolean {
  if (last.part !== next.part || dot(last.along, next.along) < 0.94) return false;
  const [size, nextSize] = [sizeOf(last), sizeOf(next)];
  const large = Math.max(size, nextSize);
  const isRaised = Math.min(size, nextSize) < 0.85 * large;
  if (Math.min(size, nextSize) < 0.3 * large) return false;
  const { ahead, fromStart, above } = between(last, next);
  if (Math.abs(above) > large * (isRaised ? 0.7 : 0.3)) return false;
  if (isRaised && ahead > large) return Math.abs(above) < 0.1 * large && ahead < limits.row * large;
  if (rightToLeft.test(last.text) && fromStart < 0) return -fromStart - next.width < limits.row * large;
  return fromStart > -0.3 * large && ahead > -0.8 * large && ahead < limits.row * large;
}

/** Returns whether a letter is drawn a second time, for bold type or a shadow. */
function isRepeated(last: Glyph, next: Glyph): boolean {
  const { fromStart, above } = between(last, next);
  return last.text === next.text && Math.hypot(fromStart, above) < 0.15 * sizeOf(next) && !isBlank(next);
}

/** Puts letters into lines, in the order in which they are drawn. */
export function linesOf(glyphs: readonly Glyph[]): Line[] {
  const lines: Glyph[][] = [];
  let line: Glyph[] = [];
  for (const glyph of withFractions(glyphs)) {
    if (glyph.text === '') continue;
    const last = line.at(-1);
    if (last && isRepeated(last, glyph)) continue;
    if (!last || !goesOn(last, glyph)) {
      line = [];
      lines.push(line);
    }
    line.push(glyph);
  }
  const whole = joinPieces(withoutCopies(lines.filter((one) => !one.every(isBlank))));
  const made = whole.map((one): Line => {
    const ordered = inReadingOrder(one);
    return { letters: withGaps(ordered), glyphs: ordered };
  });
  made.forEach((one, at) => {
    const above = made[at - 1];
    if (above && isBelow(above, one)) one.follows = above;
  });
  return made.filter(({ letters }) => letters.length > 0);
}

const around = [-1, 0, 1].flatMap((x) => [-1, 0, 1].map((y) => [x, y] as const));

/** Names the part of a page that a point is in, or one beside it. */
function cellOf([x, y]: Glyph['along'], length: number, by: Glyph['along'] = [0, 0]): string {
  return `${Math.floor(x / length) + by[0]},${Math.floor(y / length) + by[1]}`;
}

/** Leaves out lines that are drawn a second time at their place. A map may have thousands of one sign: only those nearby are compared. */
function withoutCopies(lines: readonly Glyph[][]): Glyph[][] {
  const seen = new Map<string, Glyph[]>();
  return lines.filter((line) => {
    const words = line.map(({ text }) => text).join('');
    const first = line[0] as Glyph;
    // The same for letters of about the same size.
    const length = 2 ** Math.round(Math.log2(sizeOf(first)));
    const keyOf = (by?: Glyph['along']) => `${cellOf(first.origin, length, by)} ${words}`;
    const earlier = around.flatMap((by) => seen.get(keyOf(by)) ?? []);
    if (earlier.some((one) => one.part === first.part && isRepeated(one, first))) return false;
    seen.set(keyOf(), [...(seen.get(keyOf()) ?? []), first]);
    return true;
  });
}

/** Joins lines of which one begins where another ends, but which were not drawn one after the other. */
function joinPieces(lines: readonly Glyph[][]): Glyph[][] {
  const startsAt = new Map<string, Glyph[][]>();
  for (const line of lines) {
    const cell = cellOf((line[0] as Glyph).origin, 8);
    startsAt.set(cell, [...(startsAt.get(cell) ?? []), line]);
  }
  const joined = new Map<Glyph[], Glyph[]>();
  const isJoined = new Set<Glyph[]>();
  for (const line of lines) {
    const last = line.at(-1) as Glyph;
    const end: Glyph['along'] = [
      last.origin[0] + last.along[0] * last.width,
      last.origin[1] + last.along[1] * last.width,
    ];
    const next = around
      .flatMap((by) => startsAt.get(cellOf(end, 8, by)) ?? [])
      .find((one) => one !== line && !isJoined.has(one) && touches(last, one[0] as Glyph));
    if (!next) continue;
    joined.set(line, next);
    isJoined.add(next);
  }
  if (joined.size === 0) return [...lines];
  const placed = new Set<Glyph[]>();
  return lines.flatMap((line) => {
    if (isJoined.has(line)) return [];
    const whole: Glyph[] = [];
    for (let piece: Glyph[] | undefined = line; piece && !placed.has(piece); piece = joined.get(piece)) {
      placed.add(piece);
      whole.push(...piece);
    }
    return [whole];
  });
}

function touches(last: Glyph, next: Glyph): boolean {
  const { ahead, above } = between(last, next);
  const size = sizeOf(last);
  const isAlike = last.part === next.part && dot(last.along, next.along) > 0.98;
  return isAlike && Math.abs(ahead) < 0.2 * size && Math.abs(above) < 0.05 * size;
}

/** Turns what is read from right to left, and was drawn from left to right, into the order of reading. */
function inReadingOrder(line: readonly Glyph[]): Glyph[] {
  if (!line.some(({ text }) => rightToLeft.test(text))) return [...line];
  const ordered: Glyph[] = [];
  for (let at = 0; at < line.length; ) {
    let end = at;
    while (end < line.length && (rightToLeft.test(line[end]?.text ?? '') || isBlank(line[end] as Glyph)))
      end += 1;
    const run = line.slice(at, Math.max(end, at + 1));
    const first = run[0] as Glyph;
    const isReversed = run.length > 1 && between(first, run.at(-1) as Glyph).fromStart > 0;
    ordered.push(...(isReversed && end > at ? run.reverse() : run));
    at = Math.max(end, at + 1);
  }
  return ordered;
}

/** Returns whether a line is the next one of a paragraph. */
function isBelow(above: Line, line: Line): boolean {
  const [first, last, next, end] = [above.glyphs[0], above.glyphs.at(-1), line.glyphs[0], line.glyphs.at(-1)];
  if (!first || !last || !next || !end || first.part !== next.part) return false;
  if (dot(first.along, next.along) < 0.98) return false;
  const size = sizeOf(first);
  const ratio = sizeOf(next) / size;
  const down = -between(first, next).above;
  if (ratio < 0.7 || ratio > 1.4 || down < 0.5 * size || down > limits.leading * size) return false;
  const start = between(first, next).fromStart;
  const finish = between(first, end).fromStart + end.width;
  const width = between(first, last).fromStart + last.width;
  return start < width && finish > 0;
}

/** Returns whether a hyphen at the end of a line divides a word there. */
export function isDivided(end: string, next: string): boolean {
  return /\p{L}[-\u00AD]$/u.test(end) && /^\p{L}/u.test(next);
}
