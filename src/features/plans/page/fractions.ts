import { between, dot, isBlank, sizeOf } from './distance.ts';
import type { Glyph } from './place.ts';

/** A slash as fractions have it. */
export const fractionSlash = '\u2044';

/** What lengths on drawings are divided by. */
const denominators = new Set(['2', '3', '4', '5', '6', '8', '10', '12', '16', '32', '64']);

/** Distances of a fraction, by the size of its digits. */
const limits = { below: [0.8, 1.9], aside: 0.35 } as const;
/** The farthest that what it belongs to may stand from it, and how far its digits stand above and below that, by its size. */
const beside = { far: 1, raised: 0.15 };
/** How close the numbers of one that stands alone are, and how far from it anything else is, beside it and above or below. */
const alone = { below: 1.3, aside: 3, apart: 2.5 };

/** Makes one letter of each fraction whose two numbers stand one above the other, as AutoCAD stacks them: 3 over 4 is ¾. */
export function withFractions(glyphs: readonly Glyph[]): Glyph[] {
  const made: Glyph[] = [];
  for (let at = 0; at < glyphs.length; ) {
    const over = numberAt(glyphs, at);
    const under = over && numberAt(glyphs, afterBlanks(glyphs, at + over.length));
    const end = over && under ? glyphs.indexOf(under.at(-1) as Glyph, at) + 1 : at;
    const neighbors = [made.findLast((one) => !isBlank(one)), glyphs[afterBlanks(glyphs, end)]];
    const fraction = over && under && fractionOf(over, under, { neighbors, all: glyphs });
    made.push(...(fraction ? [fraction] : (over ?? glyphs.slice(at, at + 1))));
    at = fraction ? end : at + (over?.length ?? 1);
  }
  return made;
}

function afterBlanks(glyphs: readonly Glyph[], from: number): number {
  let at = from;
  while (at < glyphs.length && isBlank(glyphs[at] as Glyph)) at += 1;
  return at;
}

/** Returns the digits that begin here and stand in one row; null where there is none. */
function numberAt(glyphs: readonly Glyph[], from: number): Glyph[] | null {
  let to = from;
  while (/^\d$/.test(glyphs[to]?.text ?? '')) {
    const [last, next] = [glyphs[to - 1], glyphs[to] as Glyph];
    if (to > from && last && !isNext(last, next)) break;
    to += 1;
  }
  return to > from ? glyphs.slice(from, to) : null;
}

function isNext(last: Glyph, next: Glyph): boolean {
  const { ahead, above } = between(last, next);
  const size = sizeOf(last);
  return isAlike(last, next) && Math.abs(above) < 0.1 * size && Math.abs(ahead) < 0.3 * size;
}

function isAlike(one: Glyph, other: Glyph): boolean {
  const ratio = sizeOf(one) / sizeOf(other);
  return one.part === other.part && dot(one.along, other.along) > 0.98 && ratio > 0.9 && ratio < 1.1;
}

/** What is drawn before a fraction and after it, and all that is drawn. */
type Around = { neighbors: (Glyph | undefined)[]; all: readonly Glyph[] };

function fractionOf(over: Glyph[], under: Glyph[], { neighbors, all }: Around): Glyph | null {
  const [top, bottom] = [over[0] as Glyph, under[0] as Glyph];
  const [upper, lower] = [over, under].map((digits) => digits.map(({ text }) => text).join(''));
  if (!upper || !lower || !denominators.has(lower) || Number(upper) >= Number(lower)) return null;
  const size = sizeOf(bottom);
  const { fromStart, above } = between(bottom, top);
  const [upperEnd, lowerEnd] = [fromStart + widthOf(over), widthOf(under)];
  const isOver = above > limits.below[0] * size && above < limits.below[1] * size;
  const isAbove = isOver && Math.abs(fromStart + upperEnd - lowerEnd) / 2 < limits.aside * size;
  if (!isAlike(top, bottom) || !isAbove) return null;
  const [start, end] = [Math.min(0, fromStart), Math.max(upperEnd, lowerEnd)];
  const own = neighbors.find((one) => one && isBeside(one, top, bottom, { start, end }));
  const others = () => all.filter((one) => !isBlank(one) && !over.includes(one) && !under.includes(one));
  if (!own && !isAlone(others(), bottom, { start, end, above })) return null;
  const level = -(own ? between(bottom, own).above : above / 2);
  const [x, y] = bottom.origin;
  return {
    ...bottom,
    text: `${upper}${fractionSlash}${lower}`,
    // On the line of what it belongs to.
    origin: [
      x + bottom.along[0] * start - bottom.up[0] * level,
      y + bottom.along[1] * start - bottom.up[1] * level,
    ],
    width: end - start,
    low: bottom.low + level,
    high: top.high + above + level,
  };
}

function widthOf(digits: readonly Glyph[]): number {
  const [first, last] = [digits[0] as Glyph, digits.at(-1) as Glyph];
  return between(first, last).fromStart + last.width;
}

/** Whether a letter stands right before or behind a fraction, on a line that runs between its numbers, or below smaller ones. */
function isBeside(one: Glyph, top: Glyph, bottom: Glyph, { start, end }: { start: number; end: number }) {
  if (one.part !== bottom.part || dot(one.along, bottom.along) < 0.98) return false;
  const size = sizeOf(one);
  const { fromStart, above } = between(bottom, one);
  const room = fromStart < start ? start - fromStart - one.width : fromStart - end;
  if (room < -0.3 * size || room > beside.far * size) return false;
  const [isRaised, isLowered] = [between(one, top).above, above].map((far) => far > beside.raised * size);
  const isLarger = size > 1.15 * sizeOf(bottom) && Math.abs(above) < 0.1 * size;
  return isRaised && (isLowered || isLarger);
}

/**
 * Whether nothing stands near two numbers, nor others in both of their lines, as in the rows of a table: the bar of a fraction is a line of
 * the drawing, and not read.
 */
function isAlone(
  others: readonly Glyph[],
  bottom: Glyph,
  { start, end, above }: { start: number; end: number; above: number },
): boolean {
  const size = sizeOf(bottom);
  if (above > alone.below * size) return false;
  const places = others.map((one) => ({ ...between(bottom, one), width: one.width }));
  const isNear = places.some(({ fromStart, above: level, width }) => {
    const aside = Math.max(start - fromStart - width, fromStart - end);
    return aside < alone.aside * size && Math.max(level - above, -level) < alone.apart * size;
  });
  const isInRow = (row: number) => places.some(({ above: level }) => Math.abs(level - row) < 0.1 * size);
  return !isNear && !(isInRow(0) && isInRow(above));
}
