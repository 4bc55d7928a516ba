import { beforeEach, expect, test } from 'vitest';
import { ApiError, strangerError } from '../../src/api/ApiError.ts';
import { markKept } from '../../src/api/keptSince.ts';
import { getReach, noted, noteMissed, noteReached, onReachChange } from '../../src/api/reach.ts';

beforeEach(() => noteReached());

test.each([
  ['no answer', new ApiError('offline')],
  ['an answer too late', new ApiError('timeout')],
  ['a captive portal’s page', strangerError(200)],
  ['a proxy that has no backend', new ApiError('unavailable')],
])('%s puts the service out of reach', async (_, error) => {
  await expect(noted(Promise.reject(error))).rejects.toBe(error);
  expect(getReach().reachable).toBe(false);
  expect(getReach().missedAt).toBeGreaterThan(0);
});

test.each([
  ['a refusal', new ApiError('forbidden')],
  ['a mistake of the backend', new ApiError('internal')],
  ['a request the backend gave up', new ApiError('timeout', undefined, { status: 408 })],
  ['a file that is too large for the way', new ApiError('content-too-large')],
])('%s is an answer, and heals', async (_, error) => {
  noteMissed();
  await expect(noted(Promise.reject(error))).rejects.toBe(error);
  expect(getReach().reachable).toBe(true);
});

test('any call that works heals, and what was missed before stays known', async () => {
  noteMissed();
  const { missedAt } = getReach();
  await noted(Promise.resolve('an answer'));
  expect(getReach()).toEqual({ reachable: true, missedAt });
});

test('a kept copy stands for a miss', async () => {
  const copy = { jobId: 'j1' };
  markKept(copy, Date.now() - 60_000);
  await noted(Promise.resolve(copy));
  expect(getReach().reachable).toBe(false);
});

test('a file that this device may have kept says nothing', async () => {
  noteMissed();
  await noted(Promise.resolve(new Blob()), true);
  expect(getReach().reachable).toBe(false);
});

test('a call that the app gave up says nothing', async () => {
  noteMissed();
  await expect(noted(Promise.reject(new DOMException('', 'AbortError')))).rejects.toThrow();
  expect(getReach().reachable).toBe(false);
});

test('who listens is told of every miss, and of healing once', async () => {
  let told = 0;
  const stop = onReachChange(() => {
    told += 1;
  });
  noteMissed();
  noteMissed();
  noteReached();
  noteReached();
  stop();
  noteMissed();
  expect(told).toBe(3);
});
