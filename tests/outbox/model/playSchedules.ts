import fc from 'fast-check';
import { expect } from 'vitest';
import type { Mode } from './backend.ts';
import { Run } from './Run.ts';
import { scheduleOf } from './schedule.ts';

/** How many schedules of all modes together; `OUTBOX_SCHEDULES=100000` for a night, with an `OUTBOX_SEED` of its own. */
const total = Number(process.env.OUTBOX_SCHEDULES ?? 600);

/** Longer than any sensible count takes. */
export const scheduleTimeoutMs = 12 * 60 * 60_000;

/**
 * Plays this mode's share of the schedules. A failure names its seed and path: `OUTBOX_SEED=… OUTBOX_PATH=…` plays it again.
 *
 * @returns how often each fault was met
 */
export async function playSchedules(mode: Mode, share: number): Promise<ReadonlyMap<string, number>> {
  const seed = Number(process.env.OUTBOX_SEED ?? 1);
  const path = process.env.OUTBOX_PATH;
  const numRuns = Math.max(1, Math.round(total * share));
  const hits = new Map<string, number>();
  let duplicates = 0;
  let commits = 0;
  process.stdout.write(`${numRuns} schedules of mode ${mode}, OUTBOX_SEED=${seed}\n`);
  await fc.assert(
    fc.asyncProperty(scheduleOf(mode), async (schedule) => {
      const outcome = await new Run(schedule).play();
      duplicates += outcome.duplicates;
      commits += outcome.commits;
      for (const [fault, count] of outcome.hits) hits.set(fault, (hits.get(fault) ?? 0) + count);
      expect(outcome.problems).toEqual([]);
    }),
    { numRuns, seed, ...(path === undefined ? {} : { path }), interruptAfterTimeLimit: scheduleTimeoutMs },
  );
  process.stdout.write(`${commits} commits, ${duplicates} doubled, faults: ${JSON.stringify([...hits])}\n`);
  return hits;
}
