import { createHash } from 'node:crypto';
import type { Device } from '../../../src/contract/users/notifications.ts';
import { Refusal } from '../../errors/errors.ts';
import type { Queryable } from '../db/db.ts';
import { daySeconds } from '../retention.ts';

/** Most devices of one user; the one not seen for the longest time is removed. */
const maxDevices = 20;

/** Failures in a row, over some minutes, before a device counts as failing. */
const passingFailures = 5;

/** How long a device counts that neither opens the app nor shows a push. The push service accepts what is for it for months. */
const silentSeconds = 14 * daySeconds;

/**
 * Returns the SQL condition that a user has a device that receives pushes, so that they need no email instead.
 *
 * @param email SQL for the user's email, as `n.recipient`
 * @param now SQL for the time in seconds
 */
export function hasWorkingDevice(email: string, now: string): string {
  return `exists (select 1 from push_devices w
    where w.email = ${email} and w.state = 'SUBSCRIBED' and w.failures < ${passingFailures}
      and greatest(w.seen, w.shown) > ${now} - ${silentSeconds})`;
}

/** Returns the public id of a device; the endpoint is a secret. */
function deviceIdOf(endpoint: string): string {
  return createHash('sha256').update(endpoint).digest('base64url');
}

/** The push subscription of a user's browser. */
export type Subscription = {
  endpoint: string;
  keys: { p256dh: string; auth: string };
  label: string;
  owner: { email: string; uid: string };
};

/** The columns of a `Device`. */
const columns = `device_id as "deviceId", label, service, created as "createdTimestamp", seen as "seenTimestamp", state,
    accepted as "acceptedTimestamp", shown as "shownTimestamp", error,
    case when test_id is not null and test_queued is not null then json_build_object('testId', test_id, 'queued', test_queued,
      'accepted', test_accepted, 'shown', test_shown, 'error', test_error) end as test`;

/** Returns the devices of a user, the one seen last first. */
export async function devicesOf(db: Queryable, email: string): Promise<Device[]> {
  return db.query<Device>(
    `select ${columns} from push_devices where email = $1 order by seen desc, created desc, device_id`,
    [email],
  );
}

/**
 * Saves a subscription, or that its browser was seen again. An endpoint belongs to the user who registered it last. A subscription that
 * failed or has ended stays so until its keys change or a push is accepted. Must run in a transaction.
 *
 * @param now epoch seconds
 */
export async function saveDevice(db: Queryable, subscription: Subscription, now: number): Promise<Device> {
  const { endpoint, keys, label, owner } = subscription;
  const deviceId = deviceIdOf(endpoint);
  // Deletes the pushes to the former user with the row.
  await db.query('delete from push_devices where device_id = $1 and email <> $2', [deviceId, owner.email]);
  const [device] = await db.query<Device>(
    `insert into push_devices as d (device_id, email, uid, endpoint, p256dh, auth, label, service, created, seen)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9)
      on conflict (device_id) do update set uid = excluded.uid, label = excluded.label, seen = excluded.seen,
        state = case when (d.p256dh, d.auth) = (excluded.p256dh, excluded.auth) then d.state else 'SUBSCRIBED' end,
        error = case when (d.p256dh, d.auth) = (excluded.p256dh, excluded.auth) then d.error else '' end,
        p256dh = excluded.p256dh, auth = excluded.auth
      where d.email = excluded.email
      returning ${columns}`,
    [deviceId, owner.email, owner.uid, endpoint, keys.p256dh, keys.auth, label, new URL(endpoint).host, now],
  );
  // Another user registered it at the same time.
  if (!device) throw new Refusal('unavailable');
  await db.query(
    `delete from push_devices where device_id in (select device_id from push_devices
      where email = $1 and device_id <> $2
      order by (state = 'GONE'), seen desc, created desc, device_id offset ${maxDevices - 1})`,
    [owner.email, deviceId],
  );
  return device;
}

/** Deletes a device of a user with its queued pushes; ignores an unknown device. */
export async function removeDevice(db: Queryable, email: string, deviceId: string): Promise<void> {
  await db.query('delete from push_devices where device_id = $1 and email = $2', [deviceId, email]);
}
