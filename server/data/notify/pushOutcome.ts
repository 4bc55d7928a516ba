import type { Queryable } from '../db/db.ts';
import type { PushTask } from './pushQueue.ts';

/** SQL condition that the device of a task `t` has not failed lately. */
export const isDeviceReady =
  'not exists (select 1 from push_devices d where d.device_id = t.lane and d.wait_until > $3)';

/** A device with a push subscription. */
export type PushDevice = {
  deviceId: string;
  /** Email of its user; pushes that were queued for another user are dropped. */
  email: string;
  uid: string;
  service: string;
  endpoint: string;
  keys: { p256dh: string; auth: string };
  /** Failures in a row. */
  failures: number;
};

export async function findPushDevice(db: Queryable, deviceId: string): Promise<PushDevice | null> {
  const [row] = await db.query<Omit<PushDevice, 'deviceId' | 'keys'> & PushDevice['keys']>(
    'select email, uid, service, endpoint, p256dh, auth, failures from push_devices where device_id = $1',
    [deviceId],
  );
  if (!row) return null;
  const { p256dh, auth, ...device } = row;
  return { ...device, deviceId, keys: { p256dh, auth } };
}

/** The outcome of a push to a device. */
export type DeviceOutcome =
  /** `at`: epoch seconds. */
  | { state: 'accepted'; at: number }
  /** No push until `waitUntil`, epoch seconds. */
  | { state: 'delayed'; error: string; waitUntil: number }
  | { state: 'FAILING' | 'GONE'; error: string };

/**
 * Saves the outcome of a push with its device; deletes the pending pushes of one whose subscription has ended. Must come before changes
 * of its tasks in a transaction, or two transactions could deadlock.
 */
export async function saveDeviceOutcome(
  db: Queryable,
  { lane, recipient, payload }: PushTask,
  outcome: DeviceOutcome,
): Promise<void> {
  const isTest = 'testId' in payload;
  const set = (what: string, ...values: (string | number)[]) =>
    db.query(`update push_devices set ${what} where device_id = $1 and email = $2`, [
      lane,
      recipient,
      isTest,
      ...values,
    ]);
  if (outcome.state === 'accepted') {
    await set(
      `state = 'SUBSCRIBED', error = '', failures = 0, wait_until = 0, accepted = $4,
        test_accepted = case when $3 then $4 else test_accepted end, test_error = case when $3 then '' else test_error end`,
      outcome.at,
    );
  } else if (outcome.state === 'delayed') {
    await set(
      `error = $4, failures = failures + 1, wait_until = greatest(wait_until, $5),
        test_error = case when $3 then $4 else test_error end`,
      outcome.error,
      outcome.waitUntil,
    );
  } else {
    await set(
      `state = $5, error = $4, failures = 0, test_error = case when $3 then $4 else test_error end`,
      outcome.error,
      outcome.state,
    );
    if (outcome.state === 'FAILING') return;
    await db.query(
      `delete from tasks where kind = 'push' and lane = $1 and recipient = $2 and done is null`,
      [lane, recipient],
    );
  }
}

/** Saves that a device has shown the push with this receipt; ignores an unknown receipt. `now` in seconds. */
export async function pushShown(db: Queryable, receipt: string, now: number): Promise<void> {
  await db.query(
    `update push_devices d set shown = $2,
        test_shown = case when t.payload ? 'testId' then coalesce(d.test_shown, $2) else d.test_shown end
      from tasks t where t.task_id = $1 and t.kind = 'push' and d.device_id = t.lane and d.email = t.recipient`,
    [receipt, now],
  );
}
