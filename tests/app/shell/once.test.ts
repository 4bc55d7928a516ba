import { expect, test, vi } from 'vitest';
import { once, serialQueue, shareInFlight } from '../../../src/timing.ts';

test('a function that runs once shares its result with all callers, before and after it resolves', async () => {
  const load = vi.fn(async (name: string) => ({ name }));
  const loadOnce = once(load);
  expect(loadOnce.current()).toBeUndefined();
  const [first, second] = await Promise.all([loadOnce('a'), loadOnce('b')]);
  expect(second).toBe(first);
  expect(await loadOnce('c')).toBe(first);
  expect(loadOnce.current()).toBe(first);
  expect(load.mock.calls).toEqual([['a']]);
});

test('a failed run is repeated with the next call, and not before', async () => {
  const load = vi.fn(async () => 'loaded').mockRejectedValueOnce(new Error('no connection'));
  const loadOnce = once(load);
  await expect(Promise.all([loadOnce(), loadOnce()])).rejects.toThrow('no connection');
  expect(loadOnce.current()).toBeUndefined();
  expect(await loadOnce()).toBe('loaded');
  expect(load).toHaveBeenCalledTimes(2);
});

test('a run in flight is shared, and the next call after it starts a new one', async () => {
  const answers = [Promise.withResolvers<boolean>(), Promise.withResolvers<boolean>()];
  const probe = vi.fn(() => answers[probe.mock.calls.length - 1]?.promise ?? Promise.resolve(false));
  const shared = shareInFlight(probe);
  const both = [shared(), shared()];
  answers[0]?.reject(new Error('gone'));
  expect((await Promise.allSettled(both)).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  answers[1]?.resolve(true);
  expect(await shared()).toBe(true);
  expect(probe).toHaveBeenCalledTimes(2);
});

test('work in a serial queue starts after the work before it has ended, even by an error', async () => {
  const queue = serialQueue();
  const first = Promise.withResolvers<void>();
  const log: string[] = [];
  const failed = queue(async () => {
    log.push('first begins');
    await first.promise;
    log.push('first ends');
    throw new Error('first');
  });
  const second = queue(async () => log.push('second begins'));
  await Promise.resolve();
  expect(log).toEqual(['first begins']);
  first.resolve();
  await expect(failed).rejects.toThrow('first');
  await second;
  expect(log).toEqual(['first begins', 'first ends', 'second begins']);
});
