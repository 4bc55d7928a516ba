import { readdir } from 'node:fs/promises';
import { afterAll, expect, test } from 'vitest';
import type { Database } from '../../server/data/db/db.ts';
import { migrate } from '../../server/data/db/migrate.ts';
import type { StoreFound } from '../../server/files/checkStore.ts';
import { lastResult } from '../../server/queue/schedules.ts';
import { pngRoofPlan } from '../../server/seed/roofPlan.ts';
import { newDatabase } from '../support/databases.ts';
import { newJob, send } from '../support/jobs.ts';
import { people, savePeople } from '../support/people.ts';
import { openPushEndpoint } from '../support/pushEndpoint.ts';
import { deviceSeen, newDevice } from '../support/pushes.ts';
import { onBothDatabases, startOfTime } from '../support/server.ts';

const now = startOfTime / 1000;

function idOf(email: object): string {
  return 'emailId' in email ? String(email.emailId) : '';
}

/** Up to the version that had a table for each queue. */
async function earlierMigrations(): Promise<string[]> {
  const names = await readdir(new URL('../../server/migrations/', import.meta.url));
  return names.filter((name) => name !== '018_tasks.sql');
}

async function queueAsBefore(
  db: Database,
  {
    deviceId,
    jobs,
    messages,
    files,
  }: { deviceId: string; jobs: string[]; messages: string[]; files: string[] },
): Promise<void> {
  const push = (job: number, values: { message?: number; receipt: string } & Record<string, unknown>) => {
    const { message, receipt, due = now, accepted = null, lease = null, until = 0 } = values;
    return db.query(
      `insert into push_queue (device_id, email, kind, job_id, communication_id, detail, topic, receipt, created, due, expires,
          lease, leased_until, accepted)
        values ($1, $2, $11, $3, $4, '{"changes":[],"results":1}', $5, $6, $7, $8, $8::bigint + 86400, $9, $10, $12)`,
      [
        deviceId,
        people.client.email,
        jobs[job],
        message === undefined ? null : messages[message],
        `topic-${job}`,
        receipt,
        now,
        due,
        lease,
        until,
        message === undefined ? 'STATUS' : 'MESSAGE',
        accepted,
      ],
    );
  };
  await push(0, { message: 0, receipt: 'first' });
  await push(0, { message: 1, receipt: 'second' });
  await push(1, { receipt: 'leased', lease: 'dead', until: now + 30 });
  await push(2, { receipt: 'quiet', due: now + 3600 });
  await push(2, { receipt: 'accepted', accepted: now - 10 });

  const letter = (id: string, set: Record<string, unknown>) => {
    const row = { kind: 'notice', recipient: people.client.email, created: now, due: now, ...set };
    return db.query(
      `insert into letters (letter_id, kind, recipient, content, job_id, created, due, tried, attempts, done, outcome)
        values ($1, $2, $3, $4::jsonb, $5, $6, $7, $8, $9, $10, $11)`,
      [
        id,
        row.kind,
        row.recipient,
        'content' in row ? JSON.stringify(row.content) : null,
        'job' in row ? row.job : null,
        row.created,
        row.due,
        'tried' in row ? row.tried : null,
        'tried' in row ? 2 : 0,
        'done' in row ? row.done : null,
        'done' in row ? 'SENT' : '',
      ],
    );
  };
  const content = { subject: 'You are invited', text: 'Come', html: '<p>Come</p>' };
  await letter('invited', { kind: 'invitation', recipient: 'guest@ev.test', content });
  await letter('tried', { job: jobs[0], tried: now - 60 });
  await letter('gathering', { job: jobs[0], due: now + 600 });
  await letter('sent', { job: jobs[1], tried: now - 60, done: now - 60 });
  for (const [id, message, created] of [
    ['tried', messages[0], now - 700],
    ['gathering', messages[1], now],
  ]) {
    await db.query(
      `insert into letter_notices (letter_id, kind, communication_id, actor, changes, results, created)
        values ($1, 'MESSAGE', $2, $3, '[]', 0, $4)`,
      [id, message, people.employee.email, created],
    );
  }

  await db.query(
    `insert into previews (attachment_key, state, due, attempts, key, why, created) values
      ($1, 'MAKING', $3, 1, 'left', '', $4), ($2, 'NONE', null, 1, null, 'broken', $4)`,
    [files[0], files[1], now + 120, now],
  );
  await db.query(
    `insert into chores (name, due, done, result) values ('check-store', $1, $2, '{"stored":7,"missing":0}'),
      ('end of letters', $1, $2, null), ('end of audit', $3, $2, null)`,
    [now + 50_000, now - 100, now + 40_000],
  );
  await db.query(
    `insert into erasures (pseudonym, uid_hash, erased, company_kept, account_uid)
      values ('former-1@erased.invalid', 'a hash', $1, false, 'uid-of-former')`,
    [now],
  );
}

onBothDatabases('a database with the queues of the previous version', (start, kind) => {
  const ends: (() => Promise<void>)[] = [];
  afterAll(() => Promise.all(ends.map((end) => end())));

  test('is migrated without a loss: each waiting task runs once, when it is due', async () => {
    const { db, end } = await newDatabase(kind, false);
    ends.push(end);
    await migrate(db, await earlierMigrations());
    await savePeople(db, Object.values(people), startOfTime);
    const service = await openPushEndpoint();
    ends.push(() => service.close());
    // Only to write jobs and messages: there is no queue for it yet.
    const before = await start({ db, loopbackPush: true, wakeUpMs: 3_600_000, errorsExpected: true });
    const settings = {
      ...(await before.call('notifications', { as: 'client' })).answer.settings,
      mail: 'ALWAYS',
    };
    await db.query('insert into notification_settings (email, settings, updated) values ($1, $2::jsonb, 0)', [
      people.client.email,
      JSON.stringify({ ...settings, previews: true }),
    ]);
    const device = await newDevice(before, service, 'client');
    const files = [
      { name: 'plan.png', type: 'image/png', bytes: await pngRoofPlan(12) },
      { name: 'other.png', type: 'image/png', bytes: await pngRoofPlan(13) },
    ];
    const first = await newJob(before, {}, { files });
    const jobs = [first, await newJob(before), await newJob(before)].map(({ jobId }) => jobId);
    const messages = [
      await send(before, first.jobId, 'employee', 'One'),
      await send(before, first.jobId, 'employee', 'Two'),
    ].map(({ communicationId }) => communicationId);
    await before.app.close();
    await db.query('update events set to_notify = false');
    const keys = first.attachments.map(({ key }) => key);
    await queueAsBefore(db, { deviceId: device.deviceId, jobs, messages, files: keys });

    expect(await migrate(db)).toEqual(['018_tasks.sql']);
    const deleted: string[] = [];
    const server = await start({
      db,
      files: before.files,
      loopbackPush: true,
      checkStore: true,
      previews: { waitMs: 100_000, limits: { timeMs: 100_000 } },
      async deleteAccount(uid) {
        deleted.push(uid);
      },
    });
    await server.notify();
    const receipts = () => service.arrivals.map(({ payload }) => payload.notification.data.receipt);
    expect(receipts()).toEqual(['second']);
    expect(service.arrivals[0]?.payload.notification.body).toContain('Two\n+ 1 more message');
    // Emails leave side by side.
    const emailsById = () => server.emails.toSorted((a, b) => idOf(a).localeCompare(idOf(b)));
    expect(emailsById()).toMatchObject([
      { emailId: 'invited', to: 'guest@ev.test', subject: 'You are invited', text: 'Come' },
      { emailId: 'tried', to: people.client.email, text: expect.stringContaining('> One') },
    ]);
    expect(deleted).toEqual(['uid-of-former']);
    expect((await deviceSeen(server, 'client', device.deviceId)).shownTimestamp).toBeNull();
    await server.call('pushReceipt', { as: null, body: { receipt: 'accepted', outcome: 'SHOWN' } });
    expect((await deviceSeen(server, 'client', device.deviceId)).shownTimestamp).toBe(now);
    expect(await lastResult<StoreFound>(db, 'check-store')).toMatchObject({ stored: 7, done: now - 100 });
    const schedules = `select dedupe_key as name, run_after from tasks
      where dedupe_key in ('check-store', 'retention of emails', 'retention of audit') order by 1`;
    expect(await db.query(schedules)).toEqual([
      { name: 'check-store', run_after: now + 50_000 },
      { name: 'retention of audit', run_after: now + 40_000 },
      { name: 'retention of emails', run_after: now + 50_000 },
    ]);

    server.clock.advance(31);
    await server.notify();
    expect(receipts()).toEqual(['second', 'leased']);
    server.clock.advance(90);
    const preview = (key = '') =>
      server.call('preview', { as: 'client', params: { key, size: 'thumb' } }).then(({ code }) => code);
    expect(await preview(keys[0])).toBe('');
    expect(await preview(keys[1])).toBe('no-preview');
    expect(await db.query("select attempts, outcome from tasks where kind = 'preview'")).toEqual([
      { attempts: 2, outcome: 'MADE' },
    ]);
    server.clock.advance(3600);
    await server.notify();
    expect(receipts()).toEqual(['second', 'leased', 'quiet']);
    expect(emailsById().map(idOf)).toEqual(['gathering', 'invited', 'tried']);
    const emails = "select task_id as id, outcome, attempts from tasks where kind = 'email' order by seq";
    expect(await db.query(emails)).toEqual([
      { id: 'invited', outcome: 'SENT', attempts: 1 },
      { id: 'tried', outcome: 'SENT', attempts: 3 },
      { id: 'gathering', outcome: 'SENT', attempts: 1 },
      { id: 'sent', outcome: 'SENT', attempts: 2 },
    ]);
  });
});
