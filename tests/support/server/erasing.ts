import { randomBytes } from 'node:crypto';
import type { Database } from '../../../server/data/db/db.ts';
import { defaultNotificationSettings } from '../../../src/contract/users/notifications.ts';
import { samples } from '../files/sampleFiles.ts';
import { deviceAt } from '../push/deviceAt.ts';
import { jobReport, messageOf, newJob, updateJob } from './jobs.ts';
import { type Person, people, savePeople } from './people.ts';
import { startOfTime, type TestServer } from './server.ts';

/** Values that occur nowhere else. */
export const canaries = {
  client: {
    email: 'ximena.quux@canary.test',
    firstName: 'Ximena',
    lastName: 'Quuxley',
    phoneNumber: '+14155550177',
    jobPhone: '+14155550166',
  },
  employee: {
    email: 'zebedee.wolf@canary.test',
    firstName: 'Zebedee',
    lastName: 'Wolframite',
    phoneNumber: '+14155550188',
    jobPhone: '+14155550155',
  },
} as const;
type Canary = (typeof canaries)[keyof typeof canaries];

function personOf({ email, firstName, lastName }: Canary, userType: 'CLIENT' | 'EMPLOYEE'): Person {
  const profile = { firstName, lastName, company: 'Canary Roofs', userType, approved: true, refused: false };
  return { email, uid: `uid-${firstName}`, verified: true, profile };
}
export const client = personOf(canaries.client, 'CLIENT');
export const employee = personOf(canaries.employee, 'EMPLOYEE');

/** Returns every text and JSON column of every table. */
export async function textColumns(db: Database): Promise<{ table: string; column: string }[]> {
  return db.query(
    `select table_name as "table", column_name as "column" from information_schema.columns
      where table_schema = 'public' and data_type in ('text', 'character varying', 'json', 'jsonb', 'ARRAY', 'tsvector', 'bytea')
      order by 1, 2`,
  );
}

/** Returns where in the whole database a text occurs, as `table.column`. */
export async function found(db: Database, words: readonly string[]): Promise<string[]> {
  const places: string[] = [];
  for (const { table, column } of await textColumns(db)) {
    const rows = await db.query(
      `select 1 from "${table}" where lower("${column}"::text) like any($1::text[]) limit 1`,
      [words.map((word) => `%${word.toLowerCase()}%`)],
    );
    if (rows.length > 0) places.push(`${table}.${column}`);
  }
  return places;
}

export function wordsOf({ email, firstName, lastName, phoneNumber, jobPhone }: Canary): string[] {
  const phones = [phoneNumber, jobPhone].flatMap((phone) => [phone, phone.slice(2)]);
  return [email, encodeURIComponent(email), firstName, lastName, `${firstName} ${lastName[0]}.`, ...phones];
}

function device() {
  return deviceAt(`http://127.0.0.1:9/${randomBytes(8).toString('hex')}`);
}

/** Lets both users do everything that stores something of theirs. @returns a job of the client's, done by the employee */
export async function liveThrough(server: TestServer): Promise<string> {
  const { db, call } = server;
  await savePeople(db, [client, employee], startOfTime);
  for (const { email, phoneNumber } of Object.values(canaries)) {
    await db.query(
      `insert into licenses (license_id, email, name, state, number, discipline, expires)
        values (md5($1), $1, $1, 'FL', '1', 'Civil', '2027-01-31')`,
      [email],
    );
    await db.query('insert into calendar_feeds (email, token_hash, created) values ($1, md5($1), 1)', [
      email,
    ]);
    await db.query(
      "insert into unposted_reports (report_id, email, reason, files, answers, expires) values (md5($1), $1, 'late', '{}', '', 4102444800)",
      [email],
    );
    await db.query('update users set phone_number = $2 where email = $1', [email, phoneNumber]);
  }
  // Later they have another name.
  await db.query("update users set last_name = 'Quagga' where email = $1", [canaries.client.email]);
  const asClient = { token: server.tokenOf(client) };
  const asEmployee = { token: server.tokenOf(employee) };
  const [c, e] = [canaries.client.email, canaries.employee.email];

  const job = await newJob(
    server,
    { jobReporter: c, message: 'Please look at it' },
    { as: 'admin', key: `report for ${c}` },
  );
  const { jobId } = job;
  await call('reportJob', {
    as: asClient,
    key: 'own',
    body: jobReport({ jobReporter: c, phoneNumber_auto_filled: canaries.client.jobPhone }),
  });
  const assigned = await updateJob(
    { call },
    job,
    'admin',
    { assignedTo: e },
    { key: `assign-${encodeURIComponent(e)}` },
  );
  const inTheName = (email: string) => ({ jobUpdateUser: email, 'evCommunication.fromUserId': email });
  await call('updateJob', {
    as: asClient,
    key: 'one',
    body: { ...messageOf(jobId, 'client', 'From the roof'), ...inTheName(c) },
  });
  await call('updateJob', {
    as: asEmployee,
    key: 'two',
    body: { ...messageOf(jobId, 'employee', 'From the desk'), ...inTheName(e) },
    files: [samples.pdf],
  });
  await call('updateJob', {
    as: asEmployee,
    key: 'result',
    body: {
      evJobId: jobId,
      jobUpdateUser: e,
      version: assigned.answer.job.version,
      deliverable: { deliveryMode: 'WET_STAMPS', copiesNumber: 1 },
    },
  });
  await call('updateJob', {
    as: 'admin',
    key: `${c} ${e.toUpperCase()}`,
    body: messageOf(jobId, 'admin', 'From the boss'),
  });
  for (const as of [asClient, asEmployee])
    await call('snooze', { as, key: `snooze ${as}`, body: { jobId, until: 2_000_000_000, seen: 1 } });
  await call('saveReply', {
    as: asEmployee,
    key: 'reply',
    body: { replyId: 'own', isFirms: false, name: 'Zebedee', content: `Write to ${e}` },
    files: [samples.png],
  });
  const view = { name: 'Theirs', category: 'all', search: { assignee: e, reporter: c } } as const;
  for (const isShared of [true, false]) {
    const body = { ...view, viewId: `view-${isShared}`, isShared };
    await call('saveView', { as: asEmployee, key: body.viewId, body });
  }
  const ofAdmin = { ...view, viewId: 'view-of-admin', isShared: false };
  await call('saveView', { as: 'admin', key: 'view', body: ofAdmin });
  await call('addStaffNote', { as: asEmployee, key: 'note', body: { jobId, note: 'For us' } });
  await call('addStaffNote', {
    as: 'admin',
    key: `note:${e}`,
    body: { jobId, note: 'For them', mentions: [e] },
  });
  const another = await updateJob(
    { call },
    assigned.answer.job,
    'admin',
    { assignedTo: people.employee.email },
    { key: 'reassign' },
  );
  await updateJob({ call }, another.answer.job, 'admin', { assignedTo: e }, { key: 'back' });
  for (const as of [asClient, asEmployee]) {
    await call('registerDevice', { as, key: 'device', body: device() });
    await call('saveNotificationSettings', { as, body: { ...defaultNotificationSettings, mail: 'ALWAYS' } });
    await call('askErasure', { as, body: { wanted: true } });
  }
  await call('updateProfiles', {
    as: 'admin',
    key: 'edit',
    body: {
      profiles: [
        { email: c, company: 'Canary & Daughters', lastName: 'Quuxley' },
        {
          email: e,
          phoneNumber: canaries.employee.phoneNumber,
          lastName: 'Wolframite',
          firstName: 'Zebedee',
          company: 'EV East',
        },
      ],
    },
  });
  await call('updateProfiles', { as: 'admin', body: { profiles: [{ email: c, userApproved: false }] } });
  await call('updateProfiles', { as: 'admin', body: { profiles: [{ email: c, userApproved: true }] } });
  await call('inviteUsers', {
    as: asEmployee,
    key: 'invite',
    body: {
      inviteeList: [{ email: 'guest@ev.test', firstName: 'Guy', lastName: 'Guest', userType: 'CLIENT' }],
    },
  });
  // Its email is not sent yet.
  await db.query(
    `insert into tasks (task_id, kind, recipient, payload, created, run_after)
      select 'later', 'email', email, jsonb_build_object('kind', 'invitation', 'invitationId', invitation_id), $1, $2
      from invitations where email = 'guest@ev.test'`,
    [startOfTime / 1000, startOfTime / 1000 + 86_400],
  );
  await db.query(
    `insert into uploads (upload_id, uid, size, metadata, created, expires) values ('upload', $1, 1, '{"filename":"Wolframite.pdf"}', $2, $3)`,
    [employee.uid, startOfTime / 1000, startOfTime / 1000 + 86_400],
  );
  // Before they joined, and one who invited them.
  await db.query(
    `insert into invitations (email, invitation_id, token_hash, first_name, last_name, user_type, invited_by, created, accepted)
      values ($1, 'guest', 'guest-token', 'Ximena', 'Quuxley', 'CLIENT', $2, $3, $3)`,
    [c, e, startOfTime / 1000],
  );
  // By another address of the same account, and at the sign-up of an account that is gone.
  await db.query(
    `insert into sign_ups (uid, email, profile, created) values ($1, 'before@canary.test', '{}', $3), ('gone', $2, '{}', $3)`,
    [client.uid, c, startOfTime / 1000],
  );
  await db.query(
    `insert into mail_tokens (email, token) select email, 'token-' || seq from users where email = any($1::text[])`,
    [[c, e]],
  );
  await db.query(
    `insert into reply_tokens (token_hash, email, job_id, created) select 'hash-' || seq, email, $2, $3 from users where email = any($1::text[])`,
    [[c, e], jobId, startOfTime / 1000],
  );
  await db.query(
    `insert into unsubscribe_tokens (token_hash, email, created) select 'hash-' || seq, email, $2 from users where email = any($1::text[])`,
    [[c, e], startOfTime / 1000],
  );
  // Some of it is queued for others, in every queue.
  await call('registerDevice', { as: 'admin', body: device() });
  await server.notify();
  await call('updateJob', {
    as: asClient,
    key: 'three',
    body: { ...messageOf(jobId, 'client', 'Still there?'), ...inTheName(c) },
  });
  return jobId;
}
