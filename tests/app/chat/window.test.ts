import { expect, test } from 'vitest';
import {
  earlierWindow,
  initialCount,
  laterWindow,
  latestWindow,
  type MessageWindow,
  maxCount,
  newestWindow,
  oldestWindow,
  rangeOf,
  stepCount,
} from '../../../src/features/chat/messages/messageWindow.ts';

function talk(count: number, from = 1) {
  return Array.from({ length: count }, (_, at) => ({ communicationId: `m${from + at}` }));
}

const long = talk(5000);

test('a long conversation opens at its newest messages, a short one whole', () => {
  expect(rangeOf(long, newestWindow(long))).toEqual({ start: 5000 - initialCount, end: 5000 });
  expect(rangeOf(talk(3), newestWindow(talk(3)))).toEqual({ start: 0, end: 3 });
  expect(rangeOf([], newestWindow([]))).toEqual({ start: 0, end: 0 });
});

test('every message is reached on the way up and again down, with never too many on the page', () => {
  function walk(from: MessageWindow, move: typeof earlierWindow) {
    const seen = new Set<number>();
    let window = from;
    for (;;) {
      const { start, end } = rangeOf(long, window);
      expect(end - start).toBeLessThanOrEqual(maxCount);
      for (let at = start; at < end; at += 1) seen.add(at);
      const next = move(long, window);
      const place = rangeOf(long, next);
      if (place.start === start && place.end === end) return seen.size;
      window = next;
    }
  }
  expect(walk(newestWindow(long), earlierWindow)).toBe(5000);
  expect(walk(oldestWindow(long), laterWindow)).toBe(5000);
});

test('a new message joins a window that reaches the newest, and no other', () => {
  const grown = [...long, ...talk(1, 5001)];
  expect(rangeOf(grown, newestWindow(long)).end).toBe(5001);
  const old = oldestWindow(long);
  expect(rangeOf(grown, old)).toEqual(rangeOf(long, old));
});

test('messages prepended to the list do not move the window', () => {
  const later = long.slice(4000);
  const window = oldestWindow(later);
  expect(rangeOf(later, window)).toEqual({ start: 0, end: initialCount });
  expect(rangeOf(long, window)).toEqual({ start: 4000, end: 4000 + initialCount });
});

test('a window grows by one step', () => {
  const window = newestWindow(long);
  expect(rangeOf(long, earlierWindow(long, window))).toEqual({
    start: 5000 - initialCount - stepCount,
    end: 5000,
  });
});

test('a window whose first message is gone shows the newest messages', () => {
  expect(rangeOf(long, { from: 'gone' })).toEqual({ start: 5000 - initialCount, end: 5000 });
  expect(rangeOf(long, { from: 'm10', to: 'gone' })).toEqual({ start: 9, end: 5000 });
});

test('a window at the newest messages keeps its start as more arrive, until it is long', () => {
  const before = newestWindow(talk(40));
  const grown = talk(70);
  expect(latestWindow(grown, before)).toEqual(before);
  expect(rangeOf(grown, latestWindow(grown, before))).toEqual({ start: 24, end: 70 });
  expect(latestWindow(talk(100), before)).toEqual(newestWindow(talk(100)));
  expect(latestWindow(long, oldestWindow(long))).toEqual(newestWindow(long));
});
