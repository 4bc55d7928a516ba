import { beforeEach, expect, test, vi } from 'vitest';
import { isBackendReachable, noteReachable, noteUnreachable } from '../../../src/api/connectivity.ts';
import { healthPath } from '../../../src/contract/calls.ts';
import { inTheEnd } from '../../support/app/inTheEnd.ts';
import { answerJson, testBackend } from '../support/backend.ts';

const backend = testBackend();
const asked = (times: number) => inTheEnd(() => expect(backend.seen).toHaveLength(times));

/** Resolvers of the backend's pending responses. */
let pending: (() => void)[] = [];

beforeEach(() => {
  pending = [];
  backend.handle = (_, response) => pending.push(() => answerJson(response, 200, { body: { total: 1 } }));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});

/** Probes a backend that takes this long. */
async function lookFor(ms: number): Promise<boolean> {
  const before = backend.seen.length;
  const found = isBackendReachable();
  await asked(before + 1);
  await vi.advanceTimersByTimeAsync(ms);
  pending.at(-1)?.();
  return found;
}

test('a probe accepts a response within the timeout of a call, every time, and no later one', async () => {
  for (const ms of [0, 4500, 7500, 4500]) expect(await lookFor(ms), `${ms} ms`).toBe(true);
  expect(await lookFor(9000)).toBe(false);
  expect(await lookFor(7500)).toBe(true);
});

test('a probe asks for what no user is refused: a client may not make every call', async () => {
  expect(await lookFor(0)).toBe(true);
  expect(backend.seen).toMatchObject([{ method: 'GET', url: `/api${healthPath}` }]);
  expect(backend.seen[0]?.headers).not.toHaveProperty('authorization');
});

test('concurrent probes share one request', async () => {
  const lanes = Array.from({ length: 8 }, () => isBackendReachable());
  await asked(1);
  pending[0]?.();
  expect(await Promise.all(lanes)).toEqual(Array(8).fill(true));
  expect(backend.seen).toHaveLength(1);
  const next = isBackendReachable();
  await asked(2);
  pending[1]?.();
  expect(await next).toBe(true);
});

test('a pending probe succeeds as soon as another call does, and not before', async () => {
  noteUnreachable();
  const told = vi.fn<(reachable: boolean) => void>();
  void isBackendReachable().then(told);
  await asked(1);
  await vi.advanceTimersByTimeAsync(3000);
  noteUnreachable();
  await vi.advanceTimersByTimeAsync(3000);
  expect(told).not.toHaveBeenCalled();
  noteReachable();
  await vi.advanceTimersByTimeAsync(0);
  expect(told).toHaveBeenCalledExactlyOnceWith(true);
});
