import type { Queryable } from './db.ts';

/** Receipts come in as long as a push service may keep a push, and a while longer. */
const keptSeconds = 2 * 24 * 3600;

/** A device has shown the push that this receipt came with. Nothing is said of one that is not known. `now` in seconds. */
export async function pushShown(db: Queryable, receipt: string, now: number): Promise<void> {
  await db.query(
    `update push_devices d set shown = $2,
        test_shown = case when q.kind = 'TEST' then coalesce(d.test_shown, $2) else d.test_shown end
      from push_queue q where q.receipt = $1 and d.device_id = q.device_id and d.email = q.email`,
    [receipt, now],
  );
}

/** Forgets pushes whose receipts are not awaited any more. */
export async function forgetOldPushes(db: Queryable, now: number): Promise<void> {
  await db.query('delete from push_queue where accepted < $1', [now - keptSeconds]);
}
