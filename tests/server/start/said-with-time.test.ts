import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { saidWithTime } from '../../../server/start/saidWithTime.ts';

beforeAll(() => {
  vi.useFakeTimers();
});
afterAll(() => {
  vi.useRealTimers();
});

it('a step of the start says what it does, how long it has been at it, and how long it took', async () => {
  const lines: string[] = [];
  const step = saidWithTime(
    (line) => lines.push(line),
    async (say) => {
      await vi.advanceTimersByTimeAsync(7_000);
      say('Building the app…');
      await vi.advanceTimersByTimeAsync(22_400);
      return 'built';
    },
  );
  expect(await step).toBe('built');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(lines).toEqual([
    'Building the app…',
    'Building the app… 3 s',
    'Building the app… 13 s',
    'Building the app… done in 22 s',
  ]);
});

it('a step of the start without anything to do says nothing, and one that fails says no more', async () => {
  const print = vi.fn();
  await saidWithTime(print, async () => vi.advanceTimersByTimeAsync(60_000));
  expect(print).not.toHaveBeenCalled();
  const failed = saidWithTime(print, async (say) => {
    say('Building the app…');
    throw new Error('It cannot be built.');
  });
  await expect(failed).rejects.toThrow('It cannot be built.');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(print.mock.calls).toEqual([['Building the app…']]);
});
