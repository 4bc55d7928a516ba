import type { Queryable } from './db/db.ts';
import { onlyIds, type Payload, type TaskKind, taskKinds } from './taskKinds.ts';
import { randomId, type Task } from './tasks.ts';

const isMine = 'task_id = $1 and lease = $2 and done is null';

/** Runs a statement on a leased task. @returns false when the lease was lost or the task is gone */
async function change(
  db: Queryable,
  { taskId, lease }: Pick<Task, 'taskId' | 'lease'>,
  set: string,
  ...values: readonly unknown[]
): Promise<boolean> {
  const rows = await db.query(`update tasks set ${set} where ${isMine} returning 1`, [
    taskId,
    lease,
    ...values,
  ]);
  return rows.length > 0;
}

/** Extends a lease. @returns false when another process has taken the task over; nothing more may be done then */
export async function renewTask(db: Queryable, task: Task, leasedUntil: number): Promise<boolean> {
  return change(db, task, 'leased_until = $3', leasedUntil);
}

/** Replaces the payload of a leased task, for this or a later attempt. @throws where it has more than ids */
export async function savePayload<Kind extends TaskKind>(
  db: Queryable,
  task: Task<Kind>,
  payload: Payload<Kind>,
): Promise<boolean> {
  const stored = onlyIds(task.kind, taskKinds[task.kind].payload, payload);
  return change(db, task, 'payload = $3::jsonb', JSON.stringify(stored));
}

/**
 * Closes a leased task for further items, and sets its expiry unless it has one.
 *
 * @param expires epoch seconds
 * @returns false when an item was added since it was leased, or the lease is lost
 */
export async function closeTask(db: Queryable, task: Task, expires: number): Promise<boolean> {
  const { taskId, lease, items } = task;
  const rows = await db.query(
    `update tasks set dedupe_key = null, expires = coalesce(expires, $4)
      where ${isMine} and jsonb_array_length(items) = $3 returning 1`,
    [taskId, lease, items.length, expires],
  );
  return rows.length > 0;
}

/**
 * Ends a task. If items were added since it was leased, its row becomes another task, of these alone: its id is the receipt of another
 * push.
 *
 * @returns false when the lease is lost
 */
export async function finishTask(
  db: Queryable,
  task: Task,
  end: { now: number; outcome: string; error?: string },
): Promise<boolean> {
  const isLast = 'jsonb_array_length(items) <= $3';
  return change(
    db,
    task,
    `lease = '', leased_until = 0, done = case when ${isLast} then $4::bigint end,
      outcome = case when ${isLast} then $5 else '' end, error = case when ${isLast} then $6 else '' end,
      attempts = case when ${isLast} then attempts else 0 end, task_id = case when ${isLast} then task_id else $7 end,
      items = jsonb_path_query_array(items, '$[$from to last]', jsonb_build_object('from', $3::integer))`,
    task.items.length,
    end.now,
    end.outcome,
    end.error ?? '',
    randomId(),
  );
}

/** Deletes a task without a trace; if items were added since it was leased, these wait as another task. */
export async function dropTask(db: Queryable, task: Task): Promise<void> {
  const { taskId, lease, items } = task;
  await db.query(`delete from tasks where ${isMine} and jsonb_array_length(items) <= $3`, [
    taskId,
    lease,
    items.length,
  ]);
  await finishTask(db, task, { now: 0, outcome: '' });
}

/**
 * Returns a leased task to the queue.
 *
 * @param again.runAfter epoch seconds
 * @param again.counts false when it was not attempted
 * @param again.expires a later expiry
 * @param again.result of a run of a schedule, whose failures before it count no more
 * @returns false when the lease is lost
 */
export async function rescheduleTask(
  db: Queryable,
  task: Task,
  again: { runAfter: number; counts: boolean; error?: string; expires?: number; result?: object },
): Promise<boolean> {
  return change(
    db,
    task,
    `lease = '', leased_until = 0, run_after = $3, attempts = case when $7::jsonb is null then attempts - $4 else 0 end, error = $5,
      expires = greatest(expires, $6), result = coalesce($7::jsonb, result)`,
    again.runAfter,
    again.counts ? 0 : 1,
    again.error ?? '',
    again.expires ?? null,
    again.result === undefined ? null : JSON.stringify(again.result),
  );
}

/** Returns a leased task to the queue unattempted. */
export async function releaseTask(db: Queryable, task: Task): Promise<void> {
  await rescheduleTask(db, task, { runAfter: task.runAfter, counts: false });
}
