import fc from 'fast-check';
import { play } from './play.ts';
import { type Schedule, scheduleOf } from './schedule.ts';

/** Failures of many schedules, grouped by what is wrong, each with a short example. */

/** The number of a schedule among those of a seed. `kept`: the events that happen, all by default. */
export type Example = { seed: number; number: number; kept?: number[] };
export type Failures = Record<string, { count: number; example: Example; events: number }>;

function schedulesOf(seed: number, count: number): Schedule[] {
  return fc.sample(scheduleOf(), { seed, numRuns: count });
}

function exampleText({ seed, number, kept }: Example): string {
  return [seed, number, ...(kept ? [kept.join(',')] : [])].join('/');
}

export function readExample(text: string): Example {
  const [seed, number, kept] = text.split('/');
  return { seed: Number(seed), number: Number(number), ...(kept && { kept: kept.split(',').map(Number) }) };
}

function scheduleAt({ seed, number }: Example): Schedule {
  return schedulesOf(seed, number + 1)[number] as Schedule;
}

/** Names what is wrong: the rule and the words about it, without what differs from schedule to schedule. */
export function signatureOf(problem: string): string {
  return problem
    .replace(/"[^"]*"/g, '"…"')
    .replace(/\b(c|id|second id|m|s|t|j|u|a|J|other|bad|page |worker )\d+(-u\d)?\b/g, '$1…')
    .replace(/(?<=: .*)\b\d+\b/g, '…');
}

/** Plays a schedule as far as an example says. @returns what is wrong; null when nothing is */
export async function problemOf(schedule: Schedule, kept?: readonly number[]): Promise<string | null> {
  try {
    const { problems } = await play(schedule, kept && ((index) => kept.includes(index)));
    return problems[0] ?? null;
  } catch (error) {
    return `error: ${(error as Error).message}`;
  }
}

/** Adds failures to others. */
function addFailures(to: Failures, more: Failures): void {
  for (const [signature, { count, example, events }] of Object.entries(more)) {
    const known = to[signature];
    if (!known) to[signature] = { count, example, events };
    else {
      known.count += count;
      if (events < known.events) Object.assign(known, { example, events });
    }
  }
}

/** Leaves out events, first many at a time, as long as the same is wrong. */
async function shorten(signature: string, example: Example): Promise<number[]> {
  const schedule = scheduleAt(example);
  let kept = example.kept ?? schedule.events.map((_, index) => index);
  for (let size = kept.length; size >= 1; size = Math.floor(size / 2)) {
    for (let from = 0; from < kept.length; ) {
      const fewer = kept.filter((_, at) => at < from || at >= from + size);
      const problem = await problemOf(schedule, fewer);
      if (problem !== null && signatureOf(problem) === signature) kept = fewer;
      else from += size;
    }
  }
  return kept;
}

/** Returns an example as one reads it. */
async function describe(example: Example): Promise<string[]> {
  const schedule = scheduleAt(example);
  const { faultRate, wireFaults, hasLocks, areFilesLarge, wakesWorker, events } = schedule;
  const faults = wireFaults.length > 5 ? `${wireFaults.length} faults` : wireFaults.join(', ');
  const lines = [
    `${faultRate * 100} % of requests with ${faults}; locks ${hasLocks}; files in pieces ${areFilesLarge}; woken without windows ${wakesWorker}`,
  ];
  let steps = 0;
  let waitMs = 0;
  for (const [index, event] of events.entries()) {
    steps += event.steps;
    waitMs += event.waitMs;
    if (example.kept && !example.kept.includes(index)) continue;
    lines.push(`${index}. after ${steps} steps and ${waitMs} ms: ${event.name} (${event.pick})`);
    steps = 0;
    waitMs = 0;
  }
  lines.push((await problemOf(schedule, example.kept)) ?? 'Nothing is wrong.');
  return lines;
}

/** Describes each group of failures, the most frequent first, with its example shortened. */
export async function failureTable(failures: Failures): Promise<string> {
  const lines: string[] = [];
  for (const [signature, { count, example }] of Object.entries(failures).sort(
    ([, a], [, b]) => b.count - a.count,
  )) {
    const short = { ...example, kept: await shorten(signature, example) };
    lines.push(`${count} × ${signature}`, `  SCHEDULE=${exampleText(short)}`);
    lines.push(...(await describe(short)).map((line) => `    ${line}`));
  }
  return lines.join('\n');
}

/** Plays one schedule. @returns its failure as `failureTable` describes it; empty when nothing is wrong */
export async function tableOfExample(example: Example): Promise<string> {
  const schedule = scheduleAt(example);
  const problem = await problemOf(schedule, example.kept);
  if (problem === null) return '';
  return failureTable({ [signatureOf(problem)]: { count: 1, example, events: schedule.events.length } });
}

/** What many schedules came to. */
export type Tally = {
  seed: number;
  schedules: number;
  commits: number;
  failures: Failures;
  /** How often each fault occurred and each rule was checked. */
  hits: Record<string, number>;
  checks: Record<string, number>;
};

/** Plays the first schedules of a seed, all of them, whatever fails. */
export async function playMany(seed: number, count: number): Promise<Tally> {
  const tally: Tally = { seed, schedules: count, commits: 0, failures: {}, hits: {}, checks: {} };
  for (const [number, schedule] of schedulesOf(seed, count).entries()) {
    const failed = (problem: string) => {
      const one = { count: 1, example: { seed, number }, events: schedule.events.length };
      addFailures(tally.failures, { [signatureOf(problem)]: one });
    };
    try {
      const outcome = await play(schedule);
      tally.commits += outcome.commits;
      add(tally.hits, outcome.hits);
      add(tally.checks, outcome.checks);
      if (outcome.problems[0] !== undefined) failed(outcome.problems[0]);
    } catch (error) {
      failed(`error: ${(error as Error).message}`);
    }
  }
  return tally;
}

function add(to: Record<string, number>, counts: Iterable<[string, number]>): void {
  for (const [name, count] of counts) to[name] = (to[name] ?? 0) + count;
}

/** Adds up what several seeds came to. */
export function total(tallies: readonly Tally[]): Tally {
  const sum: Tally = { seed: 0, schedules: 0, commits: 0, failures: {}, hits: {}, checks: {} };
  for (const { schedules, commits, failures, hits, checks } of tallies) {
    sum.schedules += schedules;
    sum.commits += commits;
    addFailures(sum.failures, failures);
    add(sum.hits, Object.entries(hits));
    add(sum.checks, Object.entries(checks));
  }
  return sum;
}
