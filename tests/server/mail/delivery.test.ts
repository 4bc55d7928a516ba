import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openPglite } from '../../../server/data/db/open.ts';
import { leaseTask } from '../../../server/data/tasks.ts';
import { isAll } from '../../support/amount.ts';
import { after, startWithMail } from '../../support/mail/mailPeople.ts';
import { type MailServer, openMailServer } from '../../support/mail/mailServer.ts';
import { emulatorClaims } from '../../support/server/emulatorClaims.ts';
import { mark, newJob, send } from '../../support/server/jobs.ts';
import { liveCall } from '../../support/server/liveCall.ts';
import { metricOf } from '../../support/server/metricOf.ts';
import { testAddress, tokenOf } from '../../support/server/people.ts';
import { onOneDatabase, type TestServer } from '../../support/server/server.ts';
import { newDataDir, startBareServer } from '../../support/server/stack.ts';

const minute = 60;
const hour = 60 * minute;

let mailServer: MailServer;
beforeEach(async () => {
  mailServer = await openMailServer();
});
afterEach(() => mailServer.goAway());

function invite({ call }: TestServer, ...emails: string[]) {
  const inviteeList = emails.map((email) => ({
    email,
    firstName: 'Gina',
    lastName: 'Guest',
    userType: 'CLIENT' as const,
  }));
  return call('inviteUsers', { as: 'admin', body: { inviteeList } });
}

function errorsIn({ logs }: TestServer): unknown[] {
  return logs.filter(({ level }) => Number(level) >= 40).map(({ level, msg, code }) => [level, msg, code]);
}

function rows({ db }: TestServer) {
  return db.query(
    `select payload ->> 'kind' as kind, outcome, attempts, error,
        i.token is null and payload - 'kind' - 'invitationId' = '{}' as emptied
      from tasks t join invitations i on i.invitation_id = payload ->> 'invitationId'
      where kind = 'email' order by t.seq`,
  );
}

onOneDatabase('an email', (start) => {
  test('is retried after 4xx, later each time, with the same Message-ID', async () => {
    const server = await startWithMail(start, mailServer.url);
    mailServer.answer = 451;
    await invite(server, 'guest@ev.test');
    await server.notify();
    expect(await rows(server)).toMatchObject([
      { attempts: 1, outcome: '', error: 'EENVELOPE 451', emptied: false },
    ]);
    await after(server, minute - 1);
    expect(await rows(server)).toMatchObject([{ attempts: 1 }]);
    await after(server, 1);
    expect(await rows(server)).toMatchObject([{ attempts: 2 }]);
    await after(server, minute);
    expect(await rows(server)).toMatchObject([{ attempts: 2 }]);
    mailServer.answer = 250;
    await after(server, 4 * minute);
    const [{ task_id } = { task_id: '' }] = await server.db.query<{ task_id: string }>(
      "select task_id from tasks where kind = 'email'",
    );
    expect(mailServer.received.map(({ headers }) => headers.get('message-id'))).toEqual([
      `<${task_id}@ev.test>`,
    ]);
    expect(await rows(server)).toMatchObject([{ attempts: 3, outcome: 'SENT', emptied: true }]);
    await after(server, 24 * hour);
    expect(mailServer.received).toHaveLength(1);
  });

  test('that is rejected with 5xx is not retried, delays no other, and is logged', async () => {
    const server = await startWithMail(start, mailServer.url, { errorsExpected: true });
    mailServer.answer = 550;
    await invite(server, 'nobody@ev.test');
    await server.notify();
    mailServer.answer = 250;
    await invite(server, 'guest@ev.test');
    await after(server, 24 * hour);
    expect(mailServer.received.map(({ to }) => to)).toEqual([['guest@ev.test']]);
    expect(await rows(server)).toEqual([
      { kind: 'invitation', outcome: 'REFUSED', attempts: 1, error: 'EENVELOPE 550', emptied: true },
      { kind: 'invitation', outcome: 'SENT', attempts: 1, error: '', emptied: true },
    ]);
    expect(errorsIn(server)).toEqual([[50, 'an email was rejected permanently', 'EENVELOPE 550']]);
    expect(JSON.stringify(server.logs)).not.toContain('nobody@ev.test');
  });

  test.each([
    '5.4.5 Daily user sending limit exceeded. For more information on Gmail sending limits go to',
    '5.2.0 STOREDRV.Submission.Exception:SubmissionQuotaExceededException; Failed to process message',
    '5.7.1 Invalid credentials for relay [192.0.2.7].',
    '5.2.252 SendAsDenied; smtp@ev.test not allowed to send as jobs@ev.test; STOREDRV.Submission.Exception',
    '5.7.60 SMTP; Client does not have permissions to send as this sender',
    'The from address does not match a verified Sender Identity. Mail cannot be sent until this is resolved.',
    '5.7.1 <jobs@ev.test>: Sender address rejected: not owned by user smtp@ev.test',
    'Message rejected: Email address is not verified. The following identities failed the check in region X',
    'Your account has been suspended. Please contact us to reactivate',
  ])('is sent later where 5xx is about what the firm may send: %s', async (says) => {
    const server = await startWithMail(start, mailServer.url);
    Object.assign(mailServer, { answer: 550, says });
    await invite(server, 'guest@ev.test');
    await server.notify();
    expect(await rows(server)).toMatchObject([{ attempts: 1, outcome: '', error: 'EENVELOPE 550' }]);
    mailServer.answer = 250;
    await after(server, hour);
    expect(await rows(server)).toMatchObject([{ outcome: 'SENT' }]);
    expect(mailServer.received.map(({ to }) => to)).toEqual([['guest@ev.test']]);
  });

  test.each([
    '5.2.1 The email account that you tried to reach is disabled.',
    '5.7.1 You are not authorized to send to this group',
    '5.1.1 <guest@ev.test>: Recipient address rejected: User unknown in relay recipient table',
  ])('is not sent later where 5xx is about its recipient: %s', async (says) => {
    const server = await startWithMail(start, mailServer.url, { errorsExpected: true });
    Object.assign(mailServer, { answer: 550, says });
    await invite(server, 'guest@ev.test');
    await server.notify();
    mailServer.answer = 250;
    expect(await rows(server)).toMatchObject([{ outcome: 'REFUSED', error: 'EENVELOPE 550' }]);
  });

  test('that is not accepted for three days is given up, and logged', async () => {
    const server = await startWithMail(start, mailServer.url, { errorsExpected: true });
    mailServer.answer = 451;
    await invite(server, 'guest@ev.test');
    for (let hours = 0; hours < 80; hours += 1) await after(server, hour);
    expect(await rows(server)).toMatchObject([{ outcome: 'GIVEN_UP', emptied: true }]);
    expect(errorsIn(server)).toEqual([[50, 'an email was given up', 'EENVELOPE 451']]);
  });

  test('waits while a password is set for a mail server without STARTTLS, and the log says why', async () => {
    const url = mailServer.url.replace('127.0.0.1', 'jobs:secret@0.0.0.0');
    const server = await startWithMail(start, url);
    await invite(server, 'guest@ev.test');
    await server.notify();
    expect(await rows(server)).toMatchObject([{ outcome: '', error: 'ETLS 500', emptied: false }]);
    const said =
      'the mail server accepts no emails: it takes no STARTTLS, and a password is sent encrypted only';
    expect(errorsIn(server)).toEqual([[40, said, 'ETLS 500']]);
  });

  test('waits while the mail server is down for an hour, and is sent minutes after it is back', async () => {
    const server = await startWithMail(start, mailServer.url);
    const job = await newJob(server);
    const seen = await send(server, job.jobId, 'employee', 'Read meanwhile');
    await send(server, job.jobId, 'employee', 'New still');
    await mailServer.goAway();
    await after(server, 10 * minute);
    for (let minutes = 0; minutes < 60; minutes += 1) await after(server, minute);
    expect(errorsIn(server)).toEqual([[40, 'the mail server accepts no emails', 'ESOCKET']]);
    // An attempt every five minutes at least.
    expect(await metricOf(server, 'deliveries_total{kind="email",outcome="away"}')).toBeGreaterThan(12);
    expect(await metricOf(server, 'deliveries_total{kind="email",outcome="sent"}')).toBe(0);
    expect((await mark(server, 'client', job.jobId, seen.communicationId)).status).toBe(200);
    // Not for this email any more, which may have been taken without our knowing.
    await send(server, job.jobId, 'employee', 'Next email');
    await mailServer.comeBack();
    await after(server, 5 * minute);
    expect(mailServer.received.map(({ text }) => text.match(/^> .*$/gm))).toEqual([['> New still']]);
    await after(server, 10 * minute);
    expect(mailServer.received[1]?.text.match(/^> .*$/gm)).toEqual(['> Next email']);
    expect(await metricOf(server, 'deliveries_total{kind="email",outcome="sent"}')).toBe(2);
  });

  test('of a process that died while sending is sent after a while, with its Message-ID', async () => {
    const server = await startWithMail(start, mailServer.url);
    const job = await newJob(server);
    await send(server, job.jobId, 'employee', 'Hello');
    server.clock.advance(10 * minute);
    await server.app.close();
    const dead = await startWithMail(start, mailServer.url, { db: server.db });
    dead.clock.nowMs = server.clock.nowMs - 1000;
    await dead.notify();
    const now = server.clock.nowMs / 1000;
    const leased = await leaseTask(server.db, { kind: 'email', pool: '', now, leaseSeconds: 300 });
    dead.clock.nowMs = server.clock.nowMs;
    await dead.notify();
    expect(mailServer.received).toEqual([]);
    await after(dead, 5 * minute);
    expect(mailServer.received.map(({ headers }) => headers.get('message-id'))).toEqual([
      `<${leased?.taskId}@ev.test>`,
    ]);
    await dead.app.close();
  });

  test('leaves no trace a month later', async () => {
    const server = await startWithMail(start, mailServer.url);
    await invite(server, 'guest@ev.test');
    await after(server, 31 * 24 * hour);
    await invite(server, 'second@ev.test');
    await server.notify();
    await after(server, 31 * 24 * hour);
    await invite(server, 'third@ev.test');
    await server.notify();
    await expect
      .poll(() => server.db.query("select recipient from tasks where kind = 'email'"))
      .toEqual([{ recipient: 'third@ev.test' }]);
  });
});

test.runIf(isAll)(
  'an email of a server that is killed while sending arrives after the next start',
  async () => {
    const dataDir = await newDataDir(false);
    const adminEmail = 'admin@kill.test';
    const environment = { DATA_DIR: dataDir, ADMIN_EMAIL: adminEmail, SMTP_URL: mailServer.url };
    const token = tokenOf(
      { email: adminEmail, uid: 'uid-admin', verified: true },
      Date.now(),
      emulatorClaims,
    );

    mailServer.silent = true;
    let server = await startBareServer(environment);
    const profile = {
      userName: 'Ada A.',
      firstName: 'Ada',
      lastName: 'Admin',
      company: 'EV',
      email: adminEmail,
      phoneNumber: '(415) 555-0132',
      userType: 'CLIENT' as const,
      address: testAddress,
    };
    await liveCall(server.origin, token, 'register', { body: profile });
    const guest = {
      email: 'guest@kill.test',
      firstName: 'Gina',
      lastName: 'Guest',
      userType: 'CLIENT' as const,
    };
    await liveCall(server.origin, token, 'inviteUsers', { body: { inviteeList: [guest] } });
    await mailServer.stuck;
    await server.kill();
    expect(mailServer.received).toEqual([]);

    // Time passes: the claim of the dead process runs out.
    const db = await openPglite(join(dataDir, 'database'));
    const [email] = await db.query<{ task_id: string; attempts: number }>(
      "update tasks set leased_until = 0 where kind = 'email' and done is null returning task_id, attempts",
    );
    await db.close();
    expect(email?.attempts).toBe(1);

    await mailServer.goAway();
    mailServer.silent = false;
    await mailServer.comeBack();
    server = await startBareServer(environment);
    await expect.poll(() => mailServer.received.length).toBe(1);
    expect(mailServer.received[0]?.to).toEqual(['guest@kill.test']);
    expect(mailServer.received[0]?.headers.get('message-id')).toContain(`<${email?.task_id}@`);
    await server.kill();
    await rm(dataDir, { recursive: true, force: true });
  },
);
