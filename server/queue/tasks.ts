import { randomBytes } from 'node:crypto';
import type { Database, Queryable } from '../data/db/db.ts';
import { preparedStatement } from '../data/db/preparedStatement.ts';

/*
 * `pg-boss`, which supports PGlite too, was considered and is not used: here a waiting task takes in what happens meanwhile, one response
 * of a push service delays all tasks of a device, and an erasure rewrites waiting payloads, for which we would have to write to the
 * library's private tables. `graphile-worker` needs a pool of connections, which PGlite does not have.
 */

export type TaskKind = 'push' | 'email' | 'preview' | 'account-deletion' | 'schedule';

/** A task that is to be added. Times in epoch seconds. */
export type NewTask = {
  kind: TaskKind;
  /** One task of a kind with this key is open at a time. */
  dedupeKey?: string;
  /** Tasks of a pool share the places of a process. */
  pool?: string;
  /** Tasks of a lane share few of these places. */
  lane?: string;
  /** E-mail of the user it is for. */
  recipient?: string;
  payload: object;
  /** Joins those of the open task with the same key, if there is one. */
  items?: readonly object[];
  runAfter: number;
  expires?: number;
};

/** A task that this process runs, as it was when it was leased. */
export type Task<Payload = unknown, Item = unknown> = {
  /** Unguessable, and the same at each attempt. */
  taskId: string;
  kind: TaskKind;
  lane: string;
  recipient: string | null;
  payload: Payload;
  /** Oldest first. */
  items: Item[];
  runAfter: number;
  expires: number | null;
  /** This one included. */
  attempts: number;
  /** Every statement about the task has it as its precondition. */
  lease: string;
};

const idBytes = 18;

function randomId(): string {
  return randomBytes(idBytes).toString('base64url');
}

const insertTasks = preparedStatement(`
  insert into tasks (task_id, kind, dedupe_key, pool, lane, recipient, payload, items, created, run_after, expires)
    select id, kind, key, pool, lane, recipient, payload, items, $2::bigint, run_after, expires
    from rows from (jsonb_to_recordset($1::jsonb) as ("taskId" text, kind text, "dedupeKey" text, pool text, lane text,
        recipient text, payload jsonb, items jsonb, "runAfter" bigint, expires bigint))
      with ordinality as t (id, kind, key, pool, lane, recipient, payload, items, run_after, expires, place)
    order by place
  on conflict (kind, dedupe_key) where done is null do update set items = tasks.items || excluded.items,
      run_after = least(tasks.run_after, excluded.run_after), expires = greatest(tasks.expires, excluded.expires)
    where excluded.items <> '[]'`);

/**
 * Adds tasks, in the transaction of the write that they follow from. An open task with the same key takes in the new one's items, and
 * stays as it is when there are none.
 *
 * @param now epoch seconds
 */
export async function enqueue(db: Queryable, tasks: readonly NewTask[], now: number): Promise<void> {
  if (tasks.length === 0) return;
  const rows = tasks
    .map((task) => ({ pool: '', lane: '', items: [], ...task, taskId: randomId() }))
    // In one order, so that two transactions wait for each other, and not in a ring.
    .sort((one, other) => ((one.dedupeKey ?? '') < (other.dedupeKey ?? '') ? -1 : 1));
  await db.query(insertTasks, [JSON.stringify(rows), now]);
}

/** Returns the kinds and pools that have something due, those first that have waited longest. `now` in seconds. */
export async function duePools(
  db: Queryable,
  kinds: readonly TaskKind[],
  now: number,
): Promise<{ kind: TaskKind; pool: string }[]> {
  return db.query(selectDuePools, [now, kinds]);
}

const selectDuePools = preparedStatement(`
  select kind, pool from tasks where done is null and run_after <= $1 and leased_until <= $1 and kind = any($2::text[])
    group by kind, pool order by min(run_after)`);

export type LeaseOrder = {
  kind: TaskKind;
  pool: string;
  /** Epoch seconds. */
  now: number;
  leaseSeconds: number;
  /** SQL about the task `t` and the time `$3` that has to hold as well. */
  condition?: string;
  /** Lanes that have no place free. */
  fullLanes?: readonly string[];
  /** Tasks that this process runs already, whose lease may have run out. */
  running?: readonly string[];
};

/** Leases the task of a pool that is due longest, or null. Tasks that another process just leases are left to it. */
export async function leaseTask(db: Database, order: LeaseOrder): Promise<Task | null> {
  const { kind, pool, now, leaseSeconds, condition = 'true', fullLanes = [], running = [] } = order;
  const sql = preparedStatement(`
    update tasks set lease = $4, leased_until = $3::bigint + $5, attempts = attempts + 1
      where task_id = (
        select task_id from tasks t
          where kind = $1 and pool = $2 and done is null and run_after <= $3 and leased_until <= $3
            and lane <> all($6::text[]) and task_id <> all($7::text[]) and ${condition}
          order by run_after, seq limit 1 for update skip locked)
      returning task_id as "taskId", kind, lane, recipient, payload, items, run_after as "runAfter", expires, attempts, lease`);
  const params = [kind, pool, now, randomId(), leaseSeconds, fullLanes, running];
  const [task] = await db.query<Task>(sql, params);
  return task ?? null;
}

const isMine = 'task_id = $1 and lease = $2 and done is null';

/** Runs one statement about a leased task. @returns false when the lease is somebody else's by now, or the task is gone */
async function change(
  db: Queryable,
  { taskId, lease }: Pick<Task, 'taskId' | 'lease'>,
  set: string,
  ...values: readonly unknown[]
): Promise<boolean> {
  const rows = await db.query(preparedStatement(`update tasks set ${set} where ${isMine} returning 1`), [
    taskId,
    lease,
    ...values,
  ]);
  return rows.length > 0;
}

/** Extends a lease. @returns false when it ran out and another process took the task over; then nothing more is to be done */
export async function renewTask(db: Queryable, task: Task, leasedUntil: number): Promise<boolean> {
  return change(db, task, 'leased_until = $3', leasedUntil);
}

/** Replaces the payload of a leased task, for whoever may have to run it next. */
export async function savePayload(db: Queryable, task: Task, payload: object): Promise<boolean> {
  return change(db, task, 'payload = $3::jsonb', JSON.stringify(payload));
}

/**
 * Lets a leased task take no more items in, and gives it an end if it has none. @returns false when one came since it was leased, or
 * the lease is lost
 *
 * @param expires epoch seconds
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
 * Ends a task. Items that came since it was leased make it wait again, for them alone.
 *
 * @param end.payload what is kept of it
 * @returns false when the lease is lost
 */
export async function finishTask(
  db: Queryable,
  task: Task,
  end: { now: number; outcome: string; error?: string; payload?: object },
): Promise<boolean> {
  const isLast = 'jsonb_array_length(items) <= $3';
  return change(
    db,
    task,
    `lease = '', leased_until = 0, done = case when ${isLast} then $4::bigint end,
      outcome = case when ${isLast} then $5 else '' end, error = case when ${isLast} then $6 else '' end,
      payload = case when ${isLast} then $7::jsonb else payload end, attempts = case when ${isLast} then attempts else 0 end,
      items = jsonb_path_query_array(items, '$[$from to last]', jsonb_build_object('from', $3::integer))`,
    task.items.length,
    end.now,
    end.outcome,
    end.error ?? '',
    JSON.stringify(end.payload ?? {}),
  );
}

/** Deletes a task of which nothing is left to do; items that came since it was leased make it wait again. */
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
 * Makes a leased task wait.
 *
 * @param again.runAfter epoch seconds
 * @param again.counts false when it was not tried
 * @param again.expires a later end
 * @param again.result what it came to, of a schedule
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
    `lease = '', leased_until = 0, run_after = $3, attempts = attempts - $4, error = $5, expires = greatest(expires, $6),
      result = coalesce($7::jsonb, result)`,
    again.runAfter,
    again.counts ? 0 : 1,
    again.error ?? '',
    again.expires ?? null,
    again.result === undefined ? null : JSON.stringify(again.result),
  );
}

/** Gives a leased task back untried. */
export async function releaseTask(db: Queryable, task: Task): Promise<void> {
  await rescheduleTask(db, task, { runAfter: task.runAfter, counts: false });
}

/** For how long ended tasks stay; emails go by the times a firm chose (`retention.ts`). */
const keptSeconds = {
  // Receipts come in as long as a push service may keep a push, and a while longer.
  push: 2 * 86_400,
  preview: 86_400,
  'account-deletion': 86_400,
} as const satisfies Partial<Record<TaskKind, number>>;

/** Deletes tasks that ended long ago. `now` in seconds. */
export async function deleteOldTasks(db: Queryable, now: number): Promise<void> {
  for (const [kind, seconds] of Object.entries(keptSeconds)) {
    await db.query('delete from tasks where kind = $1 and done < $2', [kind, now - seconds]);
  }
}

/** What waits, and for how long the oldest of it has been due; seconds. */
export type Backlog = Record<string, { waiting: number; overdueSeconds: number }>;

/** Returns the backlog of the events that nobody was notified of yet, and of each kind of task. `now` in seconds. */
export async function backlogOf(db: Queryable, now: number): Promise<Backlog> {
  const rows = await db.query<{ kind: string; waiting: number; due: number | null }>(
    `select k.kind, count(t.kind) as waiting, min(t.run_after) filter (where t.leased_until <= $1) as due
        from unnest(array['push', 'email', 'preview', 'account-deletion', 'schedule']) k (kind)
        left join tasks t on t.kind = k.kind and t.done is null group by k.kind
      union all select 'events', count(*), min(created) from events where to_notify`,
    [now],
  );
  return Object.fromEntries(
    rows.map(({ kind, waiting, due }) => [
      kind,
      { waiting, overdueSeconds: Math.max(0, now - (due ?? now)) },
    ]),
  );
}
