import { expect } from '@playwright/test';
import { withDevice } from '../support/outbox/behindProxy.ts';
import type { DeviceBehindProxy } from '../support/outbox/deviceBehindProxy.ts';
import { Office } from '../support/outbox/office.ts';
import { type Outcome, playSchedule } from '../support/outbox/playSchedule.ts';
import { scheduleOf } from '../support/outbox/schedule.ts';
import { test } from '../support/product.ts';

/**
 * Seeded schedules in a real browser against the real server, through a connection with faults. `LINE_SEED=17` plays
 * one of them alone; `LINE_SCHEDULES=100` plays as many, from `LINE_SEED` or 1 on.
 */
const { LINE_SEED, LINE_SCHEDULES } = process.env;
const firstSeed = Number(LINE_SEED ?? 1);
const count = Number(LINE_SCHEDULES ?? 1);
/** Number of devices at once: most of a schedule is waiting. */
const devices = Math.min(count, Number(process.env.LINE_DEVICES ?? 3));

// Recording every step of so many costs more than the steps themselves.
test.use({ trace: 'off', screenshot: 'off' });
test.skip(({ isMobile }) => isMobile, 'The line does not know the size of the screen.');

test('every message arrives once and in its order through any faults of the connection', async ({
  browser,
  contextOptions,
  product,
}) => {
  test.setTimeout(120_000 + count * 480_000);
  const office = await Office.open(product.url);
  const seeds = Array.from({ length: count }, (_, n) => firstSeed + n);
  const outcomes: Outcome[] = [];
  const failures: string[] = [];
  const problems = new Map<string, number>();

  /** Continues with the next schedule on this device, as a user would, unless something of the last one is left on it. */
  async function goOn(device: DeviceBehindProxy): Promise<void> {
    try {
      for (let seed = seeds.shift(); seed !== undefined; seed = seeds.shift()) {
        if (count === 1) console.log(JSON.stringify(scheduleOf(seed), null, 1));
        const outcome = await playSchedule(seed, device, office).catch((error: Error) => {
          failures.push(`LINE_SEED=${seed}: ${error.message}`);
          return null;
        });
        if (!outcome) return;
        outcomes.push(outcome);
        console.log(lineOf(outcome));
        failures.push(...outcome.differences.map((difference) => `LINE_SEED=${seed}: ${difference}`));
      }
    } finally {
      for (const problem of device.problems) problems.set(problem, (problems.get(problem) ?? 0) + 1);
    }
  }
  async function oneAfterTheOther(): Promise<void> {
    while (seeds.length > 0) await withDevice(browser, contextOptions, product.url, goOn);
  }
  await Promise.all(Array.from({ length: devices }, oneAfterTheOther));
  report(outcomes, problems);
  expect(failures).toEqual([]);
});

function lineOf(outcome: Outcome): string {
  const { seed, messages, files, marks, faults, retries, missed, drainedMs, differences } = outcome;
  const { end, steps } = scheduleOf(seed);
  const said = `LINE_SEED=${seed}: ${steps.length} steps, ${messages} messages, ${files} files, ${marks} marks, ${end}, empty after ${Math.round(drainedMs / 1000)} s`;
  const met = Object.entries(faults).map(([kind, times]) => `${times} × ${kind}`);
  const notes = [
    met.join(', '),
    retries > 0 ? `${retries} retries` : '',
    ...missed.map((one) => `missed: ${one}`),
    ...differences,
  ];
  return [said, ...notes.filter(Boolean)].join('\n    ');
}

function report(outcomes: readonly Outcome[], problems: ReadonlyMap<string, number>): void {
  const sum = (of: (outcome: Outcome) => number) => outcomes.reduce((total, one) => total + of(one), 0);
  const kinds: Record<string, number> = {};
  const faults: Record<string, number> = {};
  for (const { seed, faults: met } of outcomes) {
    for (const [kind, times] of Object.entries(met)) faults[kind] = (faults[kind] ?? 0) + times;
    for (const step of scheduleOf(seed).steps) {
      const kind = step.does === 'writes' && step.after !== 'waits' ? `writes, ${step.after}` : step.does;
      kinds[kind] = (kinds[kind] ?? 0) + 1;
    }
  }
  console.log(`${outcomes.length} schedules; steps ${JSON.stringify(kinds)}`);
  console.log(`faults ${JSON.stringify(faults)}`);
  console.log(
    `${sum((one) => one.messages)} messages, ${sum((one) => one.files)} files, ${sum((one) => one.marks)} marks; ` +
      `${sum((one) => one.retries)} retries, ${sum((one) => one.missed.length)} steps missed, ` +
      `${sum((one) => one.differences.length)} differences`,
  );
  if (problems.size > 0) console.log(`uncaught ${JSON.stringify(Object.fromEntries(problems))}`);
}
