import type { Queryable } from './db.ts';

const checkStore = 'check-store';

/** Counts of files. */
export type StoreFound = {
  stored: number;
  /** Bytes of those. */
  bytes: number;
  /** Older than a day, and named by no row. */
  orphaned: number;
  orphanedBytes: number;
  removed: number;
  /** Named by a row, and not there. */
  missing: number;
};

/**
 * Takes on looking through the store, when that is due and nobody else has. All times in seconds.
 *
 * @param first how long after it is asked for the first time it is due
 * @param lease how long nobody else may begin, if no end is told
 */
export async function claimStoreCheck(
  db: Queryable,
  { now, first, lease }: { now: number; first: number; lease: number },
): Promise<boolean> {
  await db.query('insert into chores (name, due) values ($1, $2) on conflict (name) do nothing', [
    checkStore,
    now + first,
  ]);
  const rows = await db.query('update chores set due = $3 where name = $1 and due <= $2 returning name', [
    checkStore,
    now,
    now + lease,
  ]);
  return rows.length > 0;
}

/** Keeps what was found, for whichever process is asked. Times in seconds. */
export async function endStoreCheck(
  db: Queryable,
  { done, due, found }: { done: number; due: number; found: StoreFound },
): Promise<void> {
  await db.query(
    `insert into chores (name, due, done, result) values ($1, $2, $3, $4::jsonb)
      on conflict (name) do update set due = excluded.due, done = excluded.done, result = excluded.result`,
    [checkStore, due, done, JSON.stringify(found)],
  );
}

/** What was found last, and when (seconds); null before the first time. */
export async function lastStoreCheck(db: Queryable): Promise<{ done: number; found: StoreFound } | null> {
  const [row] = await db.query<{ done: number; result: StoreFound }>(
    'select done, result from chores where name = $1 and done is not null',
    [checkStore],
  );
  return row ? { done: row.done, found: row.result } : null;
}
