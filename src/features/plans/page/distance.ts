import type { Glyph } from './place.ts';

export const dot = ([a, b]: Glyph['along'], [x, y]: Glyph['along']) => a * x + b * y;
export const sizeOf = ({ low, high }: Glyph) => (high - low) / 1.2 || 1;
export const isBlank = ({ text }: Glyph) => text.trim() === '';
export const rightToLeft = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}]/u;
/** Returns how far one letter begins from the end of another, along its line and above it, and how far from its beginning. */
export function between(last: Glyph, next: Glyph) {
  const away: Glyph['along'] = [next.origin[0] - last.origin[0], next.origin[1] - last.origin[1]];
  const fromStart = dot(away, last.along);
  return { fromStart, ahead: fromStart - last.width, above: dot(away, last.up) };
}
