import { beforeEach, expect, test, vi } from 'vitest';
import { noteReachable, noteUnreachable } from '../../../src/api/connectivity.ts';
import { onReconnect } from '../../../src/app/start/onReconnect.ts';

beforeEach(() => {
  vi.useFakeTimers();
  noteReachable();
  return () => vi.useRealTimers();
});

function heal(): void {
  noteUnreachable();
  noteReachable();
}

test('listeners hear at once that the connection is back, each time it has lasted a few seconds', () => {
  const tell = vi.fn();
  onReconnect(tell);
  heal();
  expect(tell).toHaveBeenCalledTimes(1);
  for (let n = 2; n < 5; n += 1) {
    noteReachable();
    vi.advanceTimersByTime(6000);
    heal();
    expect(tell).toHaveBeenCalledTimes(n);
  }
});

test('listeners hear ever less often of a connection that keeps breaking', () => {
  const heardAt: number[] = [];
  onReconnect(() => heardAt.push(performance.now()));
  for (let second = 0; second < 10 * 60; second += 0.1) {
    heal();
    vi.advanceTimersByTime(100);
  }
  const waits = heardAt.slice(1).map((at, n) => (at - (heardAt[n] ?? 0)) / 1000);
  for (const [n, atLeast] of [0.5, 1, 2, 4, 8, 16, 30, 30].entries())
    expect(waits[n]).toBeGreaterThanOrEqual(atLeast);
  for (const wait of waits) expect(wait).toBeLessThan(31);
  expect(waits.length).toBeGreaterThan(15);
  vi.advanceTimersByTime(36_000);
  heardAt.length = 0;
  heal();
  expect(heardAt).toHaveLength(1);
});
