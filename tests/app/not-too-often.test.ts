import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { notTooOften } from '../../src/outbox/notTooOften.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('what is asked for again and again is done at once, and once more after a while', () => {
  const work = vi.fn();
  for (let n = 0; n < 20; n += 1) notTooOften('lists', work);
  expect(work).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(5000);
  expect(work).toHaveBeenCalledTimes(2);
  notTooOften('lists', work);
  expect(work).toHaveBeenCalledTimes(3);
  vi.advanceTimersByTime(5000);
  expect(work).toHaveBeenCalledTimes(3);
});

test('one thing does not keep another back', () => {
  const [one, other] = [vi.fn(), vi.fn()];
  notTooOften('one', one);
  notTooOften('other', other);
  expect([one, other].map((work) => work.mock.calls.length)).toEqual([1, 1]);
  vi.advanceTimersByTime(5000);
});
