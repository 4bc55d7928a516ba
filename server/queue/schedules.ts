import type { Database, Queryable } from '../data/db/db.ts';
import type { Handler } from './queue.ts';
import { enqueue, releaseTask, rescheduleTask } from './tasks.ts';

export const minuteSeconds = 60;
export const hourSeconds = 3600;
export const daySeconds = 24 * hourSeconds;

/** A recurring job, run by one of all processes. */
export type Schedule = {
  /** Its key in the database. */
  name: string;
  everySeconds: number;
  /** Delay of the very first run. */
  firstSeconds?: number;
  /** @returns a result to store; an aborted run starts over */
  run(signal: AbortSignal): Promise<object | undefined>;
};

/** Adds new schedules. `now` in seconds. */
export async function addSchedules(
  db: Queryable,
  schedules: readonly Pick<Schedule, 'name' | 'firstSeconds'>[],
  now: number,
): Promise<void> {
  const tasks = schedules.map(({ name, firstSeconds = 0 }) => ({
    kind: 'schedule' as const,
    dedupeKey: name,
    lane: name,
    payload: {},
    runAfter: now + firstSeconds,
  }));
  await enqueue(db, tasks, now);
}

/** Returns the last result of a schedule and when it was done (seconds); null before the first run. */
export async function lastResult<Result>(
  db: Queryable,
  name: string,
): Promise<(Result & { done: number }) | null> {
  const [row] = await db.query<{ result: (Result & { done: number }) | null }>(
    "select result from tasks where kind = 'schedule' and dedupe_key = $1 and done is null",
    [name],
  );
  return row?.result ?? null;
}

/** Stores the result of a run before its end, in the transaction of what it did. */
export async function noteResult<Result extends { done: number }>(
  db: Queryable,
  name: string,
  result: Result,
): Promise<void> {
  await db.query(
    "update tasks set result = $2::jsonb where kind = 'schedule' and dedupe_key = $1 and done is null",
    [name, JSON.stringify(result)],
  );
}

/** Saves the result of a manual run, after which the schedule runs at its usual interval. `done` in seconds. */
export async function saveResult(
  db: Queryable,
  { name, everySeconds }: Pick<Schedule, 'name' | 'everySeconds'>,
  result: { done: number },
): Promise<void> {
  await addSchedules(db, [{ name }], result.done);
  await db.query(
    `update tasks set run_after = $2, result = $3::jsonb where kind = 'schedule' and dedupe_key = $1 and done is null`,
    [name, result.done + everySeconds, JSON.stringify(result)],
  );
}

/** Runs schedules, one at a time, and stores the result of each with the time. */
export function scheduleHandler(
  { db, now }: { db: Database; now: () => number },
  schedules: readonly Schedule[],
): Handler {
  return {
    kind: 'schedule',
    atOnce: 1,
    leaseSeconds: 120,
    graceMs: 0,
    async handle(task, { signal }) {
      const seconds = () => Math.floor(now() / 1000);
      const schedule = schedules.find(({ name }) => name === task.lane);
      const found = await schedule?.run(signal);
      if (signal.aborted) return releaseTask(db, task);
      const done = seconds();
      // During an update a server of another version knows others, and has its turn soon.
      const runAfter = done + (schedule?.everySeconds ?? minuteSeconds);
      const result = schedule ? { result: { ...found, done } } : {};
      await rescheduleTask(db, task, { runAfter, counts: false, ...result });
    },
  };
}
