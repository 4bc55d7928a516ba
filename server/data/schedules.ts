import type { Queryable } from './db/db.ts';
import { enqueue } from './tasks.ts';

/** Adds new schedules. `now` in seconds. */
export async function addSchedules(
  db: Queryable,
  schedules: readonly { name: string; firstSeconds?: number }[],
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

/** Waits for another run of a schedule that is storing its result, and has later ones wait. Must run in a transaction. */
export async function lockSchedule(db: Queryable, name: string): Promise<void> {
  await db.query(
    "select 1 from tasks where kind = 'schedule' and dedupe_key = $1 and done is null for update",
    [name],
  );
}

/** Stores the result of a run in the transaction of its work, before the run ends. */
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
  { name, everySeconds }: { name: string; everySeconds: number },
  result: { done: number },
): Promise<void> {
  await addSchedules(db, [{ name }], result.done);
  await db.query(
    `update tasks set run_after = $2, result = $3::jsonb where kind = 'schedule' and dedupe_key = $1 and done is null`,
    [name, result.done + everySeconds, JSON.stringify(result)],
  );
}
