import { createHash, randomBytes } from 'node:crypto';
import type { NotificationSettings } from '../../../src/contract/users/notifications.ts';
import type { Queryable } from '../db/db.ts';
import type { Item, Payload } from '../taskKinds.ts';
import { enqueue, type NewTask, type Task } from '../tasks.ts';
import { itemOf, type Notice } from './notice.ts';
import { quietUntil } from './quietHours.ts';

/** How long a push is tried. */
const triedSeconds = 24 * 3600;

/** How long a test push is tried. */
const testSeconds = 600;

const testIdBytes = 18;

/** A push about a job, or a test, to one device, which is its lane. */
export type PushTask = Task<'push'>;

/**
 * Returns the topic of a push, which the push service sees, at most 32 characters (RFC 8030, 5.4): a hash that reveals nothing of the
 * job.
 */
export function topicOf(deviceId: string, about: Payload<'push'>): string {
  const subject = 'jobId' in about ? about.jobId : about.testId;
  return createHash('sha256').update(`${deviceId} ${subject}`).digest('base64url').slice(0, 32);
}

type Device = { device_id: string; email: string; service: string };

function pushTask(
  { device_id, email, service }: Device,
  payload: Payload<'push'>,
  push: { items: readonly Item<'push'>[]; runAfter: number; lifetimeSeconds: number },
): NewTask {
  const { items, runAfter, lifetimeSeconds } = push;
  return {
    kind: 'push',
    // The device may have become another user's.
    dedupeKey: `${topicOf(device_id, payload)} ${email}`,
    pool: service,
    lane: device_id,
    recipient: email,
    payload,
    items,
    runAfter,
    expires: runAfter + lifetimeSeconds,
  };
}

/**
 * Queues one push for each job and device of a recipient; in quiet hours, for their end. Notices join a pending push. Must run in a
 * transaction. `now` in seconds.
 */
export async function queuePushes(db: Queryable, notices: readonly Notice[], now: number): Promise<void> {
  if (notices.length === 0) return;
  // Locks the devices against removal while pushes are queued.
  const devices = await db.query<Device>(
    `select device_id, email, service from push_devices where email = any($1::text[]) and state <> 'GONE' for key share`,
    [[...new Set(notices.map(({ recipient }) => recipient))]],
  );
  const ofJobs = Map.groupBy(notices, ({ recipient, jobId }) => `${recipient} ${jobId}`);
  const tasks = [...ofJobs.values()].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const { recipient, jobId, settings } = first;
    const push = {
      items: group.map(itemOf),
      runAfter: quietUntil(settings.quietHours, now) ?? now,
      lifetimeSeconds: triedSeconds,
    };
    return devices
      .filter(({ email }) => email === recipient)
      .map((device) => pushTask(device, { jobId }, push));
  });
  await enqueue(db, tasks, now);
}

/**
 * Queues a test push to a device of this user, also in quiet hours, and resets its progress. Must run in a transaction.
 *
 * @param now epoch seconds
 * @returns the id of the test, or null without such a device
 */
export async function queueTest(
  db: Queryable,
  email: string,
  deviceId: string,
  now: number,
): Promise<string | null> {
  const testId = randomBytes(testIdBytes).toString('base64url');
  const [device] = await db.query<Device>(
    `update push_devices set test_id = $3, test_queued = $4, test_accepted = null, test_shown = null, test_error = '',
        wait_until = 0
      where device_id = $1 and email = $2 returning device_id, email, service`,
    [deviceId, email, testId, now],
  );
  if (!device) return null;
  await db.query(`delete from tasks where kind = 'push' and lane = $1 and payload ? 'testId'`, [deviceId]);
  const test = { items: [], runAfter: now, lifetimeSeconds: testSeconds };
  await enqueue(db, [pushTask(device, { testId }, test)], now);
  return testId;
}

/**
 * Reschedules the pending pushes of a user by their new quiet hours. Must run in a transaction.
 *
 * @param now epoch seconds
 */
export async function requeuePushes(
  db: Queryable,
  email: string,
  quietHours: NotificationSettings['quietHours'],
  now: number,
): Promise<void> {
  const runAfter = quietUntil(quietHours, now) ?? now;
  await db.query('select 1 from push_devices where email = $1 order by device_id for no key update', [email]);
  await db.query(
    `update tasks set run_after = $2, expires = $2 + ${triedSeconds}
      where kind = 'push' and recipient = $1 and payload ? 'jobId' and done is null and leased_until <= $3
        and (run_after > $3 or $2 > $3)`,
    [email, runAfter, now],
  );
}
