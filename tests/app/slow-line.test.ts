import { beforeEach, expect, test, vi } from 'vitest';
import { isBackendReachable } from '../../src/api/isBackendReachable.ts';
import { answerJson, testBackend } from './backend.ts';

const backend = testBackend();
const asked = (times: number) => vi.waitFor(() => expect(backend.seen).toHaveLength(times));

/** Answers of the backend that are still to come. */
let held: (() => void)[] = [];

beforeEach(() => {
  held = [];
  backend.handle = (_, response) => held.push(() => answerJson(response, 200, { total: 1 }));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});

/** A look whose answer comes after so long. */
async function lookFor(ms: number): Promise<boolean> {
  const before = backend.seen.length;
  const found = isBackendReachable('token-1');
  await asked(before + 1);
  await vi.advanceTimersByTimeAsync(ms);
  held.at(-1)?.();
  return found;
}

test('a line is given up quickly once, then has as much time as a call, until it is quick again', async () => {
  expect(await lookFor(5000)).toBe(false);
  expect(await lookFor(5000)).toBe(true);
  expect(await lookFor(5000)).toBe(true);
  expect(await lookFor(9000)).toBe(false);
  expect(await lookFor(1000)).toBe(true);
  expect(await lookFor(5000)).toBe(false);
});

test('many that ask at once share one look', async () => {
  const lanes = Array.from({ length: 8 }, () => isBackendReachable('token-1'));
  await asked(1);
  held[0]?.();
  expect(await Promise.all(lanes)).toEqual(Array(8).fill(true));
  expect(backend.seen).toHaveLength(1);
  const next = isBackendReachable('token-1');
  await asked(2);
  held[1]?.();
  expect(await next).toBe(true);
});
