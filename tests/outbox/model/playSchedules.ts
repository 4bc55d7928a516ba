import { afterAll, expect, test } from 'vitest';
import { amount } from '../../support/amount.ts';
import { failureTable, playMany, readExample, type Tally, tableOfExample } from './failures.ts';
import { faults, invariants } from './names.ts';

/** The number of schedules of all files together. */
const schedules = amount('SCHEDULES', 1000, 10_000);
const seed = Number(process.env.SEED ?? 1);
/** Names one schedule, as a failure prints it. */
const example = process.env.SCHEDULE;
const timeoutMs = 60 * 60_000;

/** Files play side by side. */
const parts = 2;

/**
 * Defines the tests that play one file's share of the schedules and check that every fault and every rule occurred.
 *
 * @param part from 0 on; each plays other schedules, whatever the seed
 */
export function testSchedules(part: number): void {
  const count = Math.max(1, Math.round(schedules / parts));
  let tally: Tally | undefined;

  test.runIf(example === undefined)('no schedule breaks a rule', { timeout: timeoutMs }, async () => {
    tally = await playMany(seed * parts + part, count);
    expect(await failureTable(tally.failures)).toBe('');
  });

  test.runIf(example !== undefined && part === 0)(`schedule ${example} breaks no rule`, async () => {
    expect(await tableOfExample(readExample(example as string))).toBe('');
  });

  test.runIf(example === undefined && count >= 400)(
    'every fault occurred, and every rule was checked',
    () => {
      for (const fault of faults) expect(tally?.hits[fault] ?? 0, fault).toBeGreaterThan(0);
      for (const rule of Object.keys(invariants)) expect(tally?.checks[rule] ?? 0, rule).toBeGreaterThan(0);
    },
  );

  afterAll(() => {
    if (!tally) return;
    process.stdout.write(`seed ${tally.seed}: ${count} schedules, ${tally.commits} commits\n`);
  });
}
