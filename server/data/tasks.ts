import { randomBytes } from 'node:crypto';
import * as v from 'valibot';
import type { Database, Queryable } from './db/db.ts';
import { type Item, onlyIds, type Payload, type TaskKind, taskKinds } from './taskKinds.ts';

/** A task to add. Times in epoch seconds. */
export type NewTask = { [Kind in TaskKind]: NewTaskOf<Kind> }[TaskKind];

type NewTaskOf<Kind extends TaskKind> = {
  kind: Kind;
  /** At most one task of a kind with this key is open. */
  dedupeKey?: string;
  /** Tasks of a pool share the places of a process. */
  pool?: string;
  /** Tasks of a lane share a few of these places. */
  lane?: string;
  /** Email of the recipient. */
  recipient?: string;
  payload: Payload<Kind>;
  /** Added to the items of the open task with the same key, if there is one. */
  items?: readonly Item<Kind>[];
  runAfter: number;
  expires?: number;
};

/** A task leased by this process, as of the lease. */
export type Task<Kind extends TaskKind = TaskKind> = {
  /** Unguessable, and the same at each attempt. */
  taskId: string;
  kind: Kind;
  lane: string;
  recipient: string | null;
  payload: Payload<Kind>;
  /** Oldest first. */
  items: Item<Kind>[];
  runAfter: number;
  expires: number | null;
  /** Including this one. */
  attempts: number;
  /** Error of the last failed attempt; empty where there was none. */
  error: string;
  /** Precondition of every statement about the task. */
  lease: string;
};

const idBytes = 18;

export function randomId(): string {
  return randomBytes(idBytes).toString('base64url');
}

const insertTasks = `
  insert into tasks (task_id, kind, dedupe_key, pool, lane, recipient, payload, items, created, run_after, expires)
    select id, kind, key, pool, lane, recipient, payload, items, $2::bigint, run_after, expires
    from rows from (jsonb_to_recordset($1::jsonb) as ("taskId" text, kind text, "dedupeKey" text, pool text, lane text,
        recipient text, payload jsonb, items jsonb, "runAfter" bigint, expires bigint))
      with ordinality as t (id, kind, key, pool, lane, recipient, payload, items, run_after, expires, place)
    order by place
  on conflict (kind, dedupe_key) where done is null do update set items = tasks.items || excluded.items,
      run_after = least(tasks.run_after, excluded.run_after), expires = greatest(tasks.expires, excluded.expires)
    where excluded.items <> '[]'`;

/** Returns the row of a task. @throws where it has more than ids */
function rowOf({ kind, payload, items = [], ...task }: NewTask) {
  const schemas = taskKinds[kind];
  return {
    pool: '',
    lane: '',
    ...task,
    kind,
    payload: onlyIds(kind, schemas.payload, payload),
    items: onlyIds(kind, v.array<v.GenericSchema>(schemas.item), items),
    taskId: randomId(),
  };
}

/**
 * Adds tasks, in the transaction of the write that they follow from. An open task with the same key collects the new one's items,
 * and stays unchanged when there are none.
 *
 * @param now epoch seconds
 * @throws for a task that would store more than `taskKinds` names
 */
export async function enqueue(db: Queryable, tasks: readonly NewTask[], now: number): Promise<void> {
  if (tasks.length === 0) return;
  const rows = tasks
    .map(rowOf)
    // Sorted, so that two transactions cannot deadlock.
    .sort((one, other) => ((one.dedupeKey ?? '') < (other.dedupeKey ?? '') ? -1 : 1));
  await db.query(insertTasks, [JSON.stringify(rows), now], 'insert tasks');
}

/** Returns the kinds and pools with due tasks, the longest overdue first. `now` in seconds. */
export async function duePools(
  db: Queryable,
  kinds: readonly TaskKind[],
  now: number,
): Promise<{ kind: TaskKind; pool: string }[]> {
  return db.query(selectDuePools, [now, kinds], 'due pools');
}

const selectDuePools = `
  select kind, pool from tasks where done is null and run_after <= $1 and leased_until <= $1 and kind = any($2::text[])
    group by kind, pool order by min(run_after)`;

export type LeaseOrder = {
  kind: TaskKind;
  pool: string;
  /** Epoch seconds. */
  now: number;
  leaseSeconds: number;
  /** Additional SQL condition on the task `t` and the time `$3`, one for each kind. */
  condition?: string;
  /** Lanes without a free place. */
  fullLanes?: readonly string[];
  /** Tasks that this process is running, whose lease may have expired. */
  running?: readonly string[];
};

/** Leases the task of a pool that has been due longest, or returns null. Skips tasks that another process is leasing. */
export async function leaseTask(db: Database, order: LeaseOrder): Promise<Task | null> {
  const { kind, pool, now, leaseSeconds, condition, fullLanes = [], running = [] } = order;
  const sql = `
    update tasks set lease = $4, leased_until = $3::bigint + $5, attempts = attempts + 1
      where task_id = (
        select task_id from tasks t
          where kind = $1 and pool = $2 and done is null and run_after <= $3 and leased_until <= $3
            and lane <> all($6::text[]) and task_id <> all($7::text[]) and ${condition ?? 'true'}
          order by run_after, seq limit 1 for update skip locked)
      returning task_id as "taskId", kind, lane, recipient, payload, items, run_after as "runAfter", expires, attempts, error, lease`;
  const params = [kind, pool, now, randomId(), leaseSeconds, fullLanes, running];
  const name = condition === undefined ? 'lease task' : `lease ${kind}`;
  const [task] = await db.query<Task>(sql, params, name);
  return task ?? null;
}

/** Seconds for which ended tasks stay; those of emails are configured (`retention.ts`). */
const retentionSeconds = {
  // Receipts arrive as long as a push service may store a push, and some time longer.
  push: 2 * 86_400,
  preview: 86_400,
  comparison: 86_400,
  'account-deletion': 86_400,
} as const satisfies Partial<Record<TaskKind, number>>;

/** Deletes tasks that ended long ago. `now` in seconds. */
export async function deleteOldTasks(db: Queryable, now: number): Promise<void> {
  for (const [kind, seconds] of Object.entries(retentionSeconds)) {
    await db.query('delete from tasks where kind = $1 and done < $2', [kind, now - seconds]);
  }
}

/** The number of waiting tasks by queue, and for how many seconds the oldest has been due. */
export type Backlog = Record<string, { waiting: number; overdueSeconds: number }>;

/** Returns the backlog of undispatched events and of these kinds of tasks. `now` in seconds. */
export async function backlogOf(db: Queryable, now: number, kinds: readonly TaskKind[]): Promise<Backlog> {
  const rows = await db.query<{ kind: string; waiting: number; due: number | null }>(
    `select k.kind, count(t.kind) as waiting, min(t.run_after) filter (where t.leased_until <= $1) as due
        from unnest($2::text[]) k (kind)
        left join tasks t on t.kind = k.kind and t.done is null group by k.kind
      union all select 'events', count(*), min(created) from events where to_notify`,
    [now, kinds],
  );
  return Object.fromEntries(
    rows.map(({ kind, waiting, due }) => [
      kind,
      { waiting, overdueSeconds: Math.max(0, now - (due ?? now)) },
    ]),
  );
}
