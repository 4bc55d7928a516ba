import { beforeEach, expect, test } from 'vitest';
import { ApiError, foreignError } from '../../../src/api/ApiError.ts';
import {
  getConnectivity,
  noteReachable,
  noteUnreachable,
  onConnectivityChange,
  trackConnectivity,
} from '../../../src/api/connectivity.ts';

beforeEach(() => noteReachable());

test.each([
  ['no answer', new ApiError('offline')],
  ['an answer too late', new ApiError('timeout')],
  ['a captive portal’s page', foreignError(200)],
  ['a proxy that has no backend', new ApiError('unavailable')],
])('%s makes the server unreachable', async (_, error) => {
  await expect(trackConnectivity(Promise.reject(error))).rejects.toBe(error);
  expect(getConnectivity().reachable).toBe(false);
  expect(getConnectivity().missedAt).toBeGreaterThan(0);
});

test.each([
  ['a refusal', new ApiError('forbidden')],
  ['a mistake of the backend', new ApiError('internal')],
  ['a request the backend gave up', new ApiError('timeout', undefined, { status: 408 })],
  ['a file that is too large for the way', new ApiError('content-too-large')],
])('%s makes the server reachable again', async (_, error) => {
  noteUnreachable();
  await expect(trackConnectivity(Promise.reject(error))).rejects.toBe(error);
  expect(getConnectivity().reachable).toBe(true);
});

test('a successful call makes the server reachable, and the time of the last failure stays known', async () => {
  noteUnreachable();
  const { missedAt } = getConnectivity();
  await trackConnectivity(Promise.resolve('an answer'));
  expect(getConnectivity()).toEqual({ reachable: true, missedAt });
});

test('a cached response counts as a failed request', async () => {
  await trackConnectivity(Promise.resolve({ jobId: 'j1' }), () => 'cache');
  expect(getConnectivity().reachable).toBe(false);
});

test('a file that may come from the cache says nothing about the connection', async () => {
  noteUnreachable();
  await trackConnectivity(Promise.resolve(new Blob()), () => 'unknown');
  expect(getConnectivity().reachable).toBe(false);
});

test('a call that the app aborted says nothing about the connection', async () => {
  noteUnreachable();
  await expect(trackConnectivity(Promise.reject(new DOMException('', 'AbortError')))).rejects.toThrow();
  expect(getConnectivity().reachable).toBe(false);
});

test('listeners hear of every failure, and once of the return', async () => {
  let told = 0;
  const stop = onConnectivityChange(() => {
    told += 1;
  });
  noteUnreachable();
  noteUnreachable();
  noteReachable();
  noteReachable();
  stop();
  noteUnreachable();
  expect(told).toBe(3);
});
