import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { amount } from '../../support/amount.ts';
import { faults, type Invariant, invariants } from './names.ts';
import { play } from './play.ts';
import { scheduleOf } from './schedule.ts';

/** The number of schedules of all files together: `SCHEDULES=100000` for a night, with its own `SEED`. */
const total = amount('SCHEDULES', 1000, 10_000);
const seed = Number(process.env.SEED ?? 1);
/** Names one schedule of a run; a failure prints it. */
const path = process.env.SCHEDULE;
/** Longer than any sensible count takes. */
const timeoutMs = 12 * 60 * 60_000;

/** Files play side by side. */
const parts = 2;

/**
 * Defines the tests that play one file's share of the schedules and check that every fault and every rule occurred.
 *
 * @param part from 1 on; each plays other schedules
 */
export function testSchedules(part: number): void {
  const share = 1 / parts;
  const numRuns = Math.max(1, Math.round(total * share));
  const hits = new Map<string, number>();
  const checks = new Map<Invariant, number>();
  let duplicates = 0;
  let commits = 0;

  test('no schedule breaks a rule', { timeout: timeoutMs }, async () => {
    const schedules = fc.asyncProperty(scheduleOf(), async (schedule) => {
      const outcome = await play(schedule);
      duplicates += outcome.duplicates;
      commits += outcome.commits;
      for (const [fault, count] of outcome.hits) hits.set(fault, (hits.get(fault) ?? 0) + count);
      for (const [rule, count] of outcome.checks) checks.set(rule, (checks.get(rule) ?? 0) + count);
      if (outcome.problems.length > 0) expect(outcome.problems).toEqual([]);
    });
    await fc.assert(schedules, {
      numRuns,
      seed: path === undefined ? seed + part : seed,
      ...(path === undefined ? {} : { path }),
      // Shrinking takes long: only for a schedule that is played again.
      endOnFailure: path === undefined,
      interruptAfterTimeLimit: timeoutMs,
    });
  });

  // In a night, every fault occurs at least a thousand times in all.
  const least = total >= 100_000 ? 1000 * share : 1;
  test.runIf(path === undefined && numRuns >= 400)('every fault occurred, and every rule was checked', () => {
    for (const fault of faults) expect(hits.get(fault) ?? 0, fault).toBeGreaterThanOrEqual(least);
    for (const rule of Object.keys(invariants) as Invariant[]) {
      expect(checks.get(rule) ?? 0, rule).toBeGreaterThan(0);
    }
  });

  afterAll(() => {
    const lines = [
      `part ${part}: ${numRuns} schedules, SEED=${seed + part}; ${commits} commits, ${duplicates} doubled`,
      `faults: ${[...faults].map((fault) => `${fault} ${hits.get(fault) ?? 0}`).join(', ')}`,
      `rules: ${[...checks].map(([rule, count]) => `${rule} ${count}`).join(', ')}`,
    ];
    process.stdout.write(`${lines.join('\n')}\n`);
  });
}
