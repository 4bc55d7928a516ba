import { expect, test } from 'vitest';
import { linesOf } from '../../../src/features/plans/page/lines.ts';
import { matchesIn, pageTextOf } from '../../../src/features/plans/page/pageText.ts';
import type { Glyph } from '../../../src/features/plans/page/place.ts';

const part = { isShown: true };

/** Places one sign many times, as maps do whose marks are letters of a font. */
function signs(count: number): Glyph[] {
  return Array.from({ length: count }, (_, at) => ({
    text: 'x',
    origin: [(at % 100) * 20, Math.floor(at / 100) * 20 + (at % 2) * 8],
    along: [1, 0],
    up: [0, -1],
    width: 4,
    low: -1.6,
    high: 8,
    part,
  }));
}

/** Returns how often a place is asked for while signs are put into lines. */
function looksAt(count: number): number {
  let looks = 0;
  const counted = signs(count).map(({ origin, ...rest }) => ({
    ...rest,
    get origin() {
      looks += 1;
      return origin;
    },
  }));
  linesOf(counted);
  return looks;
}

test('a map with twice as many of one sign takes twice the work to read, not four times', () => {
  expect(looksAt(2000)).toBeLessThan(2.5 * looksAt(1000));
});

test('each sign is found once, also one that is drawn a second time at its place, much later', () => {
  const shadow = signs(300).map((one) => ({ ...one, origin: [one.origin[0] + 0.5, one.origin[1]] as const }));
  const text = pageTextOf({ glyphs: [...signs(300), ...shadow], isPicture: false, unsaid: [] }, []);
  expect(matchesIn(text, 'x')).toHaveLength(300);
});
