import { fold } from '../../../contract/fold.ts';
import type { Box } from './box.ts';
import { between } from './distance.ts';
import { edgesOf, edgesOfBoth, type Glyph } from './place.ts';

/** Words that are not drawn as letters, such as a remark, and their place. */
export type Words = { text: string; box: Box };

export const lettersOf = (text: string) => fold(text).replace(/[^\p{L}\p{N}]/gu, '');

export function boxOf([x = 0, y = 0, right = 0, bottom = 0]: readonly number[]): Box {
  return { x, y, width: right - x, height: bottom - y };
}

/** Whether a letter stands in the line of another one. */
function isInLine(first: Glyph, one: Glyph): boolean {
  return Math.abs(between(first, one).above) < 0.5 * (first.high - first.low);
}

/**
 * Returns letters as the document says that they are read, in place of those that it draws: each for its own where there are as many, else
 * one for all, as wide as those of the first line.
 */
export function asSaid(drawn: readonly Glyph[], said: string): Glyph[] {
  const letters = Array.from(said);
  const first = drawn[0];
  if (!first) return [];
  const inLine = drawn.filter((one) => isInLine(first, one));
  if (letters.length === drawn.length && inLine.length === drawn.length)
    return drawn.map((one, at) => ({ ...one, text: letters[at] ?? '' }));
  const starts = inLine.map((one) => between(first, one).fromStart);
  const start = Math.min(...starts);
  const end = Math.max(...inLine.map((one, at) => (starts[at] ?? 0) + one.width));
  const [x, y] = first.origin;
  const origin = [x + first.along[0] * start, y + first.along[1] * start] as const;
  return [{ ...first, text: said, origin, width: end - start }];
}

/** Returns letters that are drawn and said otherwise as words of their own, where they are others: they are looked for, too. */
export function unsaidWords(drawn: readonly Glyph[], said: string): Words[] {
  const text = drawn.map((one) => one.text).join('');
  const letters = lettersOf(text);
  if (letters === '' || lettersOf(said).includes(letters)) return [];
  return [{ text, box: boxOf(drawn.map(edgesOf).reduce(edgesOfBoth)) }];
}
