import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { RecentCursors } from '../../../server/live/recentCursors.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Remembers a cursor at each of these seconds, named by it; it is the 90th second afterwards. */
function rememberedAt(...seconds: number[]): RecentCursors {
  const recent = new RecentCursors();
  let second = 0;
  for (const next of [...seconds, 90]) {
    vi.advanceTimersByTime((next - second) * 1000);
    second = next;
    if (next < 90) recent.add(`at ${next}`);
  }
  return recent;
}

test('a time ago is covered by the newest cursor that is older', () => {
  const recent = rememberedAt(60, 80, 85, 89);
  expect(recent.before(1000)).toEqual({ cursor: 'at 89', ago: 1000 });
  expect(recent.before(1001)).toEqual({ cursor: 'at 85', ago: 5000 });
  expect(recent.before(30_000)).toEqual({ cursor: 'at 60', ago: 30_000 });
});

test('the oldest cursor says how far it reaches where a time is before all of them', () => {
  expect(rememberedAt(60, 80).before(60_000)).toEqual({ cursor: 'at 60', ago: 30_000 });
  expect(new RecentCursors().before(0)).toBeUndefined();
});

test('one cursor a second is remembered, and those of the last minute at least', () => {
  const recent = rememberedAt(80, 80.25, 80.5, 82);
  expect(recent.before(8001)).toEqual({ cursor: 'at 80', ago: 10_000 });
  const many = rememberedAt(...Array.from({ length: 89 }, (_, second) => second + 1));
  expect(many.before(Number.POSITIVE_INFINITY)).toEqual({ cursor: 'at 30', ago: 60_000 });
});
