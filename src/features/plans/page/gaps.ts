import { maybeSpace } from '../../../contract/fold.ts';
import { between, isBlank, rightToLeft, sizeOf } from './distance.ts';
import { fractionSlash } from './fractions.ts';
import type { Glyph } from './place.ts';

/** A letter, and what is between it and the one before, for comparison: nothing, a space, or what may be one. */
export type Letter = {
  glyph: Glyph;
  gap: '' | ' ' | typeof maybeSpace;
  /** Whether the document writes a space there. */
  hasSpace: boolean;
};

/** Distances, by the size of the letters. */
const limits = {
  /** Closer, letters are one word. */
  kerning: 0.1,
  /** Farther apart they are two. */
  space: 0.2,
  /** The farthest that the letters of a spaced word may be apart. */
  tracking: 1.5,
};

/** Accents that stand for themselves, set over a letter. */
const overAccent = /^[\p{Sk}\u02C6\u02DC]$/u;

/** Finds the words of a line by the room between its letters; spaces are letters that only make room. */
export function withGaps(line: readonly Glyph[]): Letter[] {
  const shown: { glyph: Glyph; room: number; hasSpace: boolean }[] = [];
  let hasSpace = false;
  for (const glyph of line) {
    if (isBlank(glyph)) {
      hasSpace = true;
      continue;
    }
    const last = shown.at(-1)?.glyph;
    const room = last ? roomBetween(last, glyph) : 0;
    if (last && room < -0.3) {
      // An accent is set over its letter, or the letter below it.
      if (overAccent.test(glyph.text)) continue;
      if (overAccent.test(last.text)) shown.pop();
    }
    shown.push({ glyph, room, hasSpace: hasSpace && last !== undefined });
    hasSpace = false;
  }
  const isWide = shown.map((one, at) => at > 0 && (one.room > limits.kerning || one.hasSpace));
  const letters = shown.map(({ glyph, room, hasSpace: isSpaced }, at): Letter => {
    const isSure = room > limits.space || (isSpaced && room > limits.kerning / 2);
    const isMaybe = isWide[at] || isRaisedNumber(shown[at - 1]?.glyph, glyph);
    return { glyph, hasSpace: isSpaced, gap: isWide[at] && isSure ? ' ' : isMaybe ? maybeSpace : '' };
  });
  for (const { from, to } of spacedLetters(isWide)) {
    // Letters of a word that are set apart are equally far from each other, and its words farther.
    const rooms = shown.slice(from, to).map(({ room }) => room);
    const usual = rooms.toSorted((a, b) => a - b)[Math.floor((rooms.length - 1) / 2)] ?? 0;
    if (usual > limits.tracking) continue;
    rooms.forEach((room, at) => {
      const letter = letters[from + at];
      if (letter && room < usual * 1.35 + 0.05) letter.gap = maybeSpace;
    });
  }
  return letters;
}

/** Returns where three letters or more stand apart from each other and from all others, by the first and the last of their gaps. */
function spacedLetters(isWide: readonly boolean[]): { from: number; to: number }[] {
  const found: { from: number; to: number }[] = [];
  for (let from = 1; from < isWide.length; from += 1) {
    let to = from;
    while (isWide[to]) to += 1;
    // The first of them ends a word that is not set apart, or the last begins one.
    const own = { from: from === 1 ? from : from + 1, to: to === isWide.length ? to : to - 1 };
    if (own.to - own.from > 1) found.push(own);
    from = to;
  }
  return found;
}

/** Returns the room between two letters in whichever direction they are read, by their size. */
function roomBetween(last: Glyph, next: Glyph): number {
  const { ahead, fromStart } = between(last, next);
  const isBackwards = rightToLeft.test(last.text) && fromStart < 0;
  return (isBackwards ? -fromStart - next.width : ahead) / Math.min(sizeOf(last), sizeOf(next));
}

/** A number and the fraction behind it, whose digits are smaller and stand higher, or one above the other. */
function isRaisedNumber(last: Glyph | undefined, next: Glyph): boolean {
  if (last && next.text.includes(fractionSlash)) return true;
  if (!last || !/\d/.test(last.text) || !/\d/.test(next.text)) return false;
  return sizeOf(next) < 0.85 * sizeOf(last) && between(last, next).above > 0.2 * sizeOf(last);
}
