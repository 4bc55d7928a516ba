import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { coalesced, debounce, throttle } from '../../../src/cache/throttle.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('throttled work runs at once, and once more if it was called meanwhile', () => {
  const work = vi.fn();
  for (let n = 0; n < 20; n += 1) throttle('lists', work);
  expect(work).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(5000);
  expect(work).toHaveBeenCalledTimes(2);
  throttle('lists', work);
  expect(work).toHaveBeenCalledTimes(3);
  vi.advanceTimersByTime(5000);
  expect(work).toHaveBeenCalledTimes(3);
});

test('throttled work of one name does not delay that of another', () => {
  const [one, other] = [vi.fn(), vi.fn()];
  throttle('one', one);
  throttle('other', other);
  expect([one, other].map((work) => work.mock.calls.length)).toEqual([1, 1]);
  vi.advanceTimersByTime(5000);
});

test('debounced work runs after the calls stop, and every ten seconds while they go on', () => {
  const work = vi.fn();
  for (let n = 0; n < 3; n += 1) {
    debounce('conversation', work);
    vi.advanceTimersByTime(1000);
  }
  expect(work).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1000);
  expect(work).toHaveBeenCalledTimes(1);
  for (let n = 0; n < 25; n += 1) {
    debounce('conversation', work);
    vi.advanceTimersByTime(1000);
  }
  expect(work).toHaveBeenCalledTimes(3);
});

test('spaced work runs once, a moment after the call, and not again during the interval', () => {
  const work = vi.fn();
  const run = coalesced(work, 300, 3000);
  for (let n = 0; n < 5; n += 1) run();
  expect(work).not.toHaveBeenCalled();
  vi.advanceTimersByTime(300);
  expect(work).toHaveBeenCalledTimes(1);
  run();
  vi.advanceTimersByTime(2900);
  expect(work).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(100);
  expect(work).toHaveBeenCalledTimes(2);
  vi.advanceTimersByTime(10_000);
  expect(work).toHaveBeenCalledTimes(2);
});
