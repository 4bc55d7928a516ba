import { createHash, randomBytes } from 'node:crypto';
import type { NoticeKind, NotificationSettings } from '../../src/contract/notifications.ts';
import type { Notice } from '../notify/notice.ts';
import { quietUntil } from '../notify/quietHours.ts';
import type { Database, Queryable } from './db.ts';
import type { Queue } from './dispatch.ts';

/** A notice that could not be told for this long is not told any more: it is on the screen of whoever opens the app. */
const keptSeconds = 24 * 3600;
/** A test is looked at while it runs. */
const testSeconds = 600;
const receiptBytes = 18;

function newReceipt(): string {
  return randomBytes(receiptBytes).toString('base64url');
}

/** At most 32 characters (RFC 8030 §5.4), which name the job on that device to nobody else. */
function topicOf(deviceId: string, subject: string): string {
  return createHash('sha256').update(`${deviceId} ${subject}`).digest('base64url').slice(0, 32);
}

type NewRow = {
  device_id: string;
  email: string;
  kind: NoticeKind | 'TEST';
  job_id: string | null;
  communication_id: string | null;
  detail: Pick<Notice, 'changes' | 'results'>;
  topic: string;
  receipt: string;
  created: number;
  due: number;
  expires: number;
};

async function addRows(db: Queryable, rows: readonly NewRow[]): Promise<void> {
  await db.query(
    `insert into push_queue (device_id, email, kind, job_id, communication_id, detail, topic, receipt, created, due, expires)
      select device_id, email, kind, job_id, communication_id, detail, topic, receipt, created, due, expires
      from jsonb_to_recordset($1::jsonb) as r (device_id text, email text, kind text, job_id text,
        communication_id text, detail jsonb, topic text, receipt text, created bigint, due bigint, expires bigint)`,
    [JSON.stringify(rows)],
  );
}

/** Queues one push for each notice and device of its recipient; in their quiet hours, for the end of them. */
export const queuePushes: Queue = async (db, notices, now) => {
  if (notices.length === 0) return;
  // Nobody may take a device off while rows are made for it.
  const devices = await db.query<{ device_id: string; email: string }>(
    `select device_id, email from push_devices where email = any($1::text[]) and state <> 'GONE' for key share`,
    [[...new Set(notices.map(({ recipient }) => recipient))]],
  );
  const dues = new Map<string, number>();
  const rows = notices.flatMap((notice) => {
    const due = dues.get(notice.recipient) ?? quietUntil(notice.settings.quietHours, now) ?? now;
    dues.set(notice.recipient, due);
    return devices
      .filter(({ email }) => email === notice.recipient)
      .map(({ device_id, email }) => ({
        device_id,
        email,
        kind: notice.kind,
        job_id: notice.jobId,
        communication_id: notice.communicationId,
        detail: { changes: notice.changes, results: notice.results },
        topic: topicOf(device_id, notice.jobId),
        receipt: newReceipt(),
        created: notice.created,
        due,
        expires: due + keptSeconds,
      }));
  });
  if (rows.length > 0) await addRows(db, rows);
};

/**
 * Queues one test to a device of this person, at whatever hour, and begins its steps anew. Must run in a transaction.
 *
 * @param now epoch seconds
 * @returns the test's id, or null when there is no such device
 */
export async function queueTest(
  db: Queryable,
  email: string,
  deviceId: string,
  now: number,
): Promise<string | null> {
  const testId = newReceipt();
  const found = await db.query(
    `update push_devices set test_id = $3, test_queued = $4, test_accepted = null, test_shown = null, test_error = '',
        wait_until = 0
      where device_id = $1 and email = $2 returning 1`,
    [deviceId, email, testId, now],
  );
  if (found.length === 0) return null;
  await db.query(`delete from push_queue where device_id = $1 and kind = 'TEST'`, [deviceId]);
  await addRows(db, [
    {
      device_id: deviceId,
      email,
      kind: 'TEST',
      job_id: null,
      communication_id: null,
      detail: { changes: [], results: 0 },
      topic: topicOf(deviceId, testId),
      receipt: newReceipt(),
      created: now,
      due: now,
      expires: now + testSeconds,
    },
  ]);
  return testId;
}

/**
 * Puts what waits for a person under the quiet hours they have just chosen. Must run in a transaction.
 *
 * @param now epoch seconds
 */
export async function requeuePushes(
  db: Queryable,
  email: string,
  quietHours: NotificationSettings['quietHours'],
  now: number,
): Promise<void> {
  const due = quietUntil(quietHours, now) ?? now;
  await db.query('select 1 from push_devices where email = $1 order by device_id for no key update', [email]);
  await db.query(
    `update push_queue set due = $2, expires = $2 + ${keptSeconds}
      where email = $1 and kind <> 'TEST' and accepted is null and leased_until <= $3 and (due > $3 or $2 > $3)`,
    [email, due, now],
  );
}

/** A row of the queue. */
export type QueuedPush = {
  pushId: number;
  kind: NoticeKind | 'TEST';
  communicationId: string | null;
  changes: Notice['changes'];
  results: number;
  receipt: string;
  expires: number;
};

/** What is told to one device by one push, and is nobody else's to send until `leasedUntil`. */
export type PushClaim = {
  lease: string;
  leasedUntil: number;
  device: {
    deviceId: string;
    /** Whose it is. What was queued for anybody else is not told. */
    email: string;
    uid: string;
    endpoint: string;
    keys: { p256dh: string; auth: string };
    /** Tries that failed in a row. */
    failures: number;
  };
  email: string;
  jobId: string | null;
  topic: string;
  /** In the order they were queued. */
  rows: QueuedPush[];
};

const isWaiting = 'q.accepted is null and q.leased_until <= $1';

/** The push services that have something due to go to, whoever has waited longest first. `now` in seconds. */
export async function servicesWithPushes(db: Queryable, now: number): Promise<string[]> {
  const rows = await db.query<{ service: string }>(
    `select d.service from push_queue q join push_devices d on d.device_id = q.device_id
      where ${isWaiting} and q.due <= $1 and d.wait_until <= $1
      group by d.service order by min(q.due), d.service`,
    [now],
  );
  return rows.map(({ service }) => service);
}

type DeviceRow = {
  device_id: string;
  email: string;
  uid: string;
  endpoint: string;
  p256dh: string;
  auth: string;
  failures: number;
};

type PushRow = {
  push_id: number;
  device_id: string;
  email: string;
  kind: QueuedPush['kind'];
  job_id: string | null;
  communication_id: string | null;
  detail: Pick<Notice, 'changes' | 'results'>;
  topic: string;
  receipt: string;
  expires: number;
};

function claimsOf(
  devices: readonly DeviceRow[],
  rows: readonly PushRow[],
  lease: string,
  leasedUntil: number,
): PushClaim[] {
  const known = new Map(devices.map((device) => [device.device_id, device]));
  const groups = Map.groupBy(rows, ({ device_id, topic, email }) => `${device_id} ${topic} ${email}`);
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    const device = first && known.get(first.device_id);
    if (!first || !device) return [];
    return {
      lease,
      leasedUntil,
      device: {
        deviceId: device.device_id,
        email: device.email,
        uid: device.uid,
        endpoint: device.endpoint,
        keys: { p256dh: device.p256dh, auth: device.auth },
        failures: device.failures,
      },
      email: first.email,
      jobId: first.job_id,
      topic: first.topic,
      rows: group
        .sort((one, other) => one.push_id - other.push_id)
        .map((row) => ({
          pushId: row.push_id,
          kind: row.kind,
          communicationId: row.communication_id,
          changes: row.detail.changes,
          results: row.detail.results,
          receipt: row.receipt,
          expires: row.expires,
        })),
    };
  });
}

/**
 * Claims what is due to go to some devices of one push service, for `leaseSeconds`. Of each of them what is told of one job
 * goes together, and at most `jobsOfDevice` jobs. Devices that another process is busy with are left to it.
 */
export async function claimPushes(
  db: Database,
  order: { service: string; now: number; leaseSeconds: number; devices: number; jobsOfDevice: number },
): Promise<PushClaim[]> {
  const { service, now } = order;
  const lease = randomBytes(receiptBytes).toString('base64url');
  const leasedUntil = now + order.leaseSeconds;
  return db.tx(async (tx) => {
    const devices = await tx.query<DeviceRow>(
      `select d.device_id, d.email, d.uid, d.endpoint, d.p256dh, d.auth, d.failures from push_devices d
        where d.service = $2 and d.wait_until <= $1 and exists
          (select 1 from push_queue q where q.device_id = d.device_id and ${isWaiting} and q.due <= $1)
        limit $3 for no key update skip locked`,
      [now, service, order.devices],
    );
    if (devices.length === 0) return [];
    const rows = await tx.query<PushRow>(
      `update push_queue q set lease = $4, leased_until = $5
        from (select q.device_id, q.topic,
            row_number() over (partition by q.device_id order by min(q.due), min(q.push_id)) as place
          from push_queue q where q.device_id = any($2::text[]) and ${isWaiting}
          group by q.device_id, q.topic having min(q.due) <= $1) g
        where g.place <= $3 and q.device_id = g.device_id and q.topic = g.topic and ${isWaiting}
        returning q.push_id, q.device_id, q.email, q.kind, q.job_id, q.communication_id, q.detail, q.topic, q.receipt,
          q.expires`,
      [now, devices.map(({ device_id }) => device_id), order.jobsOfDevice, lease, leasedUntil],
    );
    return claimsOf(devices, rows, lease, leasedUntil);
  });
}
