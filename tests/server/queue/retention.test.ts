import { fastify } from 'fastify';
import { afterAll, expect, test } from 'vitest';
import type { Database } from '../../../server/data/db/db.ts';
import { openPostgres } from '../../../server/data/db/open.ts';
import {
  daySeconds,
  deleteExpired,
  type RetainedKind,
  retentionDays,
} from '../../../server/data/retention.ts';
import { addSchedules } from '../../../server/data/schedules.ts';
import { taskKinds } from '../../../server/data/taskKinds.ts';
import { deleteOldTasks } from '../../../server/data/tasks.ts';
import { addAuditEntry } from '../../../server/data/users/audit.ts';
import { openWakeUp } from '../../../server/data/wakeUp.ts';
import { openQueue } from '../../../server/queue/queue.ts';
import { type Schedule, scheduleHandler } from '../../../server/queue/scheduleHandler.ts';
import { newDatabase } from '../../support/database/databases.ts';
import { newJob } from '../../support/server/jobs.ts';
import { people, savePeople } from '../../support/server/people.ts';
import { onOneDatabase, startOfTime } from '../../support/server/server.ts';

const now = startOfTime / 1000;

/** One row of each kind, as old as this. */
async function add(db: Database, name: string, created: number): Promise<void> {
  await db.query(
    `insert into invitations (email, invitation_id, token_hash, first_name, last_name, user_type, invited_by, created)
      values ($1, $1, $1, 'A', 'B', 'CLIENT', 'c@ev.test', $2)`,
    [name, created],
  );
  await db.query("insert into sign_ups (uid, email, profile, created) values ($1, $1, '{}', $2)", [
    name,
    created,
  ]);
  await db.query(
    `insert into tasks (task_id, kind, recipient, payload, created, run_after, done)
      values ($1, 'email', 'a@ev.test', '{}', $2, $2, $2)`,
    [name, created],
  );
  await db.query(
    `insert into push_devices (device_id, email, uid, endpoint, p256dh, auth, label, service, created, seen)
      values ($1, $3, 'u', 'e', 'k', 'a', 'l', 's', $2, $2)`,
    [name, created, people.client.email],
  );
  await db.query('insert into reply_tokens (token_hash, email, job_id, created) values ($1, $2, $1, $3)', [
    name,
    people.client.email,
    created,
  ]);
  await db.query('insert into unsubscribe_tokens (token_hash, email, created) values ($1, $2, $3)', [
    name,
    people.client.email,
    created,
  ]);
  await db.query("insert into unposted_replies (sender_hash, reason, told) values ($1, 'empty', $2)", [
    name,
    created,
  ]);
  await addAuditEntry(db, { actor: 'a@ev.test', action: 'approve', subject: name, created });
}

const named: Record<RetainedKind, string> = {
  invitations: 'select email as name from invitations order by created',
  'sign-ups': 'select uid as name from sign_ups order by created',
  emails: "select task_id as name from tasks where kind = 'email' order by created",
  devices: 'select device_id as name from push_devices order by seen',
  replies: 'select token_hash as name from reply_tokens order by created',
  unsubscribe: 'select token_hash as name from unsubscribe_tokens order by created',
  unposted: 'select sender_hash as name from unposted_replies order by told',
  audit: "select subject as name from audit where action <> 'retention' order by created",
};

onOneDatabase('data with a retention', (start, kind) => {
  const ends: (() => Promise<void>)[] = [];
  afterAll(async () => {
    for (const end of ends) await end();
  });

  /** A database whose server does not collect anything by itself. */
  async function alone() {
    const database = await newDatabase(kind);
    ends.push(database.end);
    await savePeople(database.db, [people.client], startOfTime);
    return database;
  }

  test('is stored for its days and no longer, and its deletion is audited', async () => {
    const { db } = await alone();
    for (const [what, days] of Object.entries(retentionDays) as [RetainedKind, number][]) {
      await add(db, `${what} old`, now - days * daySeconds - 1);
      await add(db, `${what} kept`, now - days * daySeconds);
      expect(await deleteExpired(db, what, { days, now })).toBe(false);
      const left = await db.query<{ name: string }>(named[what]);
      expect(left.map(({ name }) => name).filter((name) => name.startsWith(what))).toEqual([`${what} kept`]);
      const written = "select actor, detail from audit where action = 'retention' and subject = $1";
      const rows = expect.any(Number);
      expect(await db.query(written, [what])).toEqual([{ actor: 'server', detail: { rows, days } }]);
    }
  });

  test('of tasks that ended is deleted after two days at most, whatever their kind', async () => {
    const { db } = await alone();
    // Schedules never end, and emails have days of their own.
    const kinds = Object.keys(taskKinds).filter((one) => one !== 'schedule' && one !== 'email');
    await db.query(
      `insert into tasks (task_id, kind, payload, created, run_after, done)
        select one, one, '{}', $2, $2, $2 from unnest($1::text[]) one`,
      [kinds, now - 2 * daySeconds - 1],
    );
    await deleteOldTasks(db, now);
    expect(await db.query('select kind from tasks')).toEqual([]);
  });

  test('is deleted once a day for all processes', async () => {
    const { db } = await alone();
    let nowMs = startOfTime;
    const parts = { db, now: () => nowMs, log: fastify().log };
    const schedule: Schedule = {
      name: 'retention of emails',
      everySeconds: daySeconds,
      run: async () => ({ more: await deleteExpired(db, 'emails', { days: 30, now: nowMs / 1000 }) }),
    };
    await addSchedules(db, [schedule], now);
    const processes = [1, 2].map(() => {
      const wakeUp = openWakeUp(db);
      const queue = openQueue(
        { ...parts, wakeUp },
        [scheduleHandler(parts, [schedule])],
        async () => undefined,
      );
      ends.unshift(queue.close, wakeUp.close);
      return queue;
    });
    const bothAfter = async (seconds: number) => {
      nowMs = startOfTime + seconds * 1000;
      await Promise.all(processes.map((queue) => queue.run()));
    };
    await bothAfter(0);
    await add(db, 'old', now - 31 * daySeconds);
    await bothAfter(daySeconds - 1);
    expect(await db.query(named.emails)).toHaveLength(1);
    await bothAfter(daySeconds);
    expect(await db.query(named.emails)).toEqual([]);
    expect(await db.query("select 1 from audit where action = 'retention'")).toHaveLength(1);
  });

  test('is deleted in batches, without waiting for locks', async () => {
    const { db, url } = await alone();
    await db.query(
      `insert into tasks (task_id, kind, recipient, payload, created, run_after, done)
        select 'l' || n, 'email', 'a@ev.test', '{}', 1, 1, 1 from generate_series(1, 1500) n`,
    );
    const order = { days: 30, now };
    if (kind === 'postgres') {
      const other = await openPostgres(url);
      await other.tx(async (tx) => {
        // Somebody is at one of them.
        await tx.query("select 1 from tasks where task_id = 'l1' for update");
        expect(await deleteExpired(db, 'emails', order)).toBe(true);
      });
      await other.close();
    } else expect(await deleteExpired(db, 'emails', order)).toBe(true);
    expect(await db.query(named.emails)).toHaveLength(500);
    expect(await deleteExpired(db, 'emails', order)).toBe(false);
    expect(await db.query(named.emails)).toEqual([]);
  });

  test('is deleted by the configured times', async () => {
    const server = await start({ retention: { emails: 2 } });
    await newJob(server);
    const last = () =>
      server.db.query<{ name: string }>(
        "select dedupe_key as name from tasks where dedupe_key like 'retention of %' and result is not null",
      );
    await expect.poll(async () => (await last()).length).toBe(Object.keys(retentionDays).length);
    await add(server.db, 'old', now - 3 * daySeconds);
    server.clock.advance(daySeconds);
    await newJob(server);
    await expect.poll(() => server.db.query("select 1 from tasks where task_id = 'old'")).toEqual([]);
    expect(await server.db.query(named.invitations)).toHaveLength(1);
  });
});
