import { expect, test } from 'vitest';
import { deleteExpired } from '../../../server/data/retention.ts';
import type { RequestOf } from '../../../src/contract/calls.ts';
import { found } from '../../support/server/erasing.ts';
import { holderOf, invite, invitee, register, tokenInEmail } from '../../support/server/invitations.ts';
import { jobReport, jobUpdate, messageOf } from '../../support/server/jobs.ts';
import { people } from '../../support/server/people.ts';
import { onOneDatabase, type TestServer } from '../../support/server/server.ts';

const day = 24 * 3600;
const guest = 'guest@ev.test';

/** Enters a job for an address as staff do, who invite its client with it. */
function enter(
  server: TestServer,
  changes: Partial<RequestOf<'reportJob'>> = {},
  options: { as?: 'employee' | 'admin' | 'client'; key?: string } = {},
) {
  const body = jobReport({ jobReporter: guest, invitesClient: true, ...changes });
  return server.call('reportJob', { as: 'employee', ...options, body });
}

/** Returns the projects that a user of this address finds. */
async function projectsOf(server: TestServer, email: string) {
  const as = holderOf(server, email);
  const reply = await server.call('jobs', { as, body: { username: email } });
  return reply.status === 200 ? reply.answer.items.map(({ project }) => project) : reply.code;
}

async function invitationOf(server: TestServer, email: string) {
  const { items } = (await server.call('invitations', { as: 'admin', body: {} })).answer;
  return items.find((one) => one.email === email);
}

async function withdraw(server: TestServer, email: string) {
  const { invitationId = '' } = (await invitationOf(server, email)) ?? {};
  const reply = await server.call('withdrawInvitation', { as: 'employee', body: { invitationId } });
  expect(reply.status).toBe(200);
}

function approve(server: TestServer, email: string) {
  return server.call('updateProfiles', {
    as: 'admin',
    body: { profiles: [{ email, userApproved: true }] },
  });
}

async function jobCount({ db }: TestServer): Promise<number> {
  return (await db.query('select 1 from jobs')).length;
}

onOneDatabase('a job for an address without an account', (start) => {
  test('is entered and its client invited in one step, by an email that says so', async () => {
    const server = await start();
    const { answer: job } = await enter(server, { jobReporter: ' Guest@EV.test ' });
    expect(job).toMatchObject({
      jobReporter: guest,
      reporter: guest,
      jobReporterDetails: { company: '', phoneNumber: '', expected: true },
    });
    await tokenInEmail(server, guest);
    expect(server.emails.filter(({ to }) => to === guest)).toHaveLength(1);
    const text = server.emails.find(({ to }) => to === guest)?.text;
    expect(text).toContain('We’ve already entered a job for you.');
    expect(text).not.toContain(job.project);
    expect(await invitationOf(server, guest)).toMatchObject({
      userType: 'CLIENT',
      state: 'OPEN',
      invitedBy: people.employee.email,
      jobs: 1,
    });
    const audited = await server.db.query("select actor, subject, detail from audit where action = 'invite'");
    expect(audited).toEqual([
      { actor: people.employee.email, subject: guest, detail: { userType: 'CLIENT' } },
    ]);
  });

  test('is worked on like any other, and tells its client nothing before they come', async () => {
    const server = await start();
    const { answer: job } = await enter(server, { message: 'Which roof?' });
    const body = jobUpdate(job, 'employee', { assignedTo: people.employee.email } as never);
    expect((await server.call('updateJob', { as: 'employee', body })).status).toBe(200);
    const said = messageOf(job.jobId, 'employee', 'We have begun.');
    expect((await server.call('updateJob', { as: 'employee', body: said })).status).toBe(200);
    await server.notify();
    expect(server.emails.filter(({ to }) => to === guest).map(({ kind }) => kind)).toEqual(['invitation']);
  });

  test('makes no user of its client: none is listed, counted, found or shown', async () => {
    const server = await start();
    const list = async () => (await server.call('profiles', { as: 'admin', body: {} })).answer;
    const before = await list();
    await enter(server);
    expect(await list()).toEqual(before);
    const found = await server.call('profiles', { as: 'admin', body: { text: 'guest' } });
    expect(found.answer.items).toEqual([]);
    expect((await server.call('profile', { as: 'admin', params: { email: guest } })).code).toBe('not-found');
    expect((await approve(server, guest)).code).toBe('not-found');
    const end = await server.call('endSessions', { as: 'admin', body: { email: guest } });
    expect(end.code).toBe('not-found');
    expect((await server.call('stats', { as: holderOf(server, guest) })).code).toBe('no-profile');
  });

  test('is found by its client once they have registered with the verified address, on any device', async () => {
    const server = await start();
    await enter(server, { project: 'A barn', message: 'Which roof?' });
    expect(await projectsOf(server, guest)).toBe('no-profile');
    server.clock.advance(day);
    const { answer } = await register(server, guest);
    expect(answer).toMatchObject({
      userType: 'CLIENT',
      userApproved: true,
      firstName: 'Gina',
      createdTimestamp: server.clock.nowMs / 1000,
    });
    expect(await projectsOf(server, guest)).toEqual(['A barn']);
    const inbox = await server.call('allMessages', {
      as: holderOf(server, guest),
      body: { username: guest, part: 'needs-answer' },
    });
    expect(inbox.answer.items.map(({ content }) => content)).toEqual(['Which roof?']);
    const { items } = (await server.call('searchJobs', { as: 'employee', body: { text: 'guests' } })).answer;
    expect(items).toMatchObject([
      { reporter: 'Gina G.', jobReporterDetails: { company: 'Guests', phoneNumber: '+14155550132' } },
    ]);
    expect(items[0]?.jobReporterDetails).not.toHaveProperty('expected');
    const { counts } = (await server.call('profiles', { as: 'admin', body: { text: 'gina' } })).answer;
    expect(counts).toMatchObject({ all: 1, clients: 1, pending: 0 });
  });

  test('makes its client the newest user when they register', async () => {
    const server = await start();
    await enter(server);
    await register(server, 'other@ev.test');
    await register(server, guest);
    const newest = async () => {
      const { items } = (await server.call('profiles', { as: 'admin', body: {} })).answer;
      return items.slice(0, 2).map(({ email }) => email);
    };
    expect(await newest()).toEqual([guest, 'other@ev.test']);
    await approve(server, 'other@ev.test');
    expect(await newest()).toEqual([guest, 'other@ev.test']);
  });

  test('is not found under any other address, whoever has the link', async () => {
    const server = await start();
    await enter(server, { project: 'A barn' });
    const token = await tokenInEmail(server, guest);
    expect((await server.call('invitationByToken', { params: { token } })).answer).toEqual({
      email: guest,
      firstName: '',
      lastName: '',
      userType: 'CLIENT',
    });
    expect((await register(server, 'other@ev.test')).answer.userApproved).toBe(false);
    await approve(server, 'other@ev.test');
    expect(await projectsOf(server, 'other@ev.test')).toEqual([]);
    const unverified = {
      token: server.tokenOf({ email: guest, uid: 'uid-thief', verified: false }),
    };
    const asThief = await server.call('jobs', { as: unverified, body: { username: guest } });
    expect(asThief.code).toBe('not-verified');
  });

  test('whose client never comes stays with staff, without the invitation in the end', async () => {
    const server = await start();
    const { answer: job } = await enter(server, { project: 'A barn' });
    server.clock.advance(91 * day);
    const now = server.clock.nowMs / 1000;
    await deleteExpired(server.db, 'invitations', { days: 90, now });
    expect(await invitationOf(server, guest)).toBeUndefined();
    const as = { token: server.token('employee') as string };
    const body = jobUpdate(job, 'employee', { status: 'COMPLETED' } as never);
    expect((await server.call('updateJob', { as, body })).status).toBe(200);
    // Who comes later is a stranger, until an admin approves them.
    expect((await register(server, guest)).answer.userApproved).toBe(false);
    expect(await projectsOf(server, guest)).toBe('not-approved');
    await approve(server, guest);
    expect(await projectsOf(server, guest)).toEqual(['A barn']);
  });

  test('whose invitation is withdrawn stays with staff, and is found after an approval', async () => {
    const server = await start();
    await enter(server, { project: 'A barn' });
    const token = await tokenInEmail(server, guest);
    await withdraw(server, guest);
    expect(await invitationOf(server, guest)).toMatchObject({ state: 'WITHDRAWN', jobs: 1 });
    expect((await server.call('invitationByToken', { params: { token } })).answer).toEqual({
      ended: 'WITHDRAWN',
    });
    const list = await server.call('searchJobs', { as: 'employee', body: { jobReporter: guest } });
    expect(list.answer.items).toHaveLength(1);
    expect((await register(server, guest)).answer.userApproved).toBe(false);
    expect(await projectsOf(server, guest)).toBe('not-approved');
    await approve(server, guest);
    expect(await projectsOf(server, guest)).toEqual(['A barn']);
  });

  test('and another one send one email while the invitation is open, and a new one once it is not', async () => {
    const server = await start();
    const sent = async () => (await server.db.query("select 1 from audit where action = 'invite'")).length;
    await enter(server);
    const [first] = await server.db.query('select invitation_id from invitations');
    await enter(server, {}, { as: 'admin' });
    expect(await server.db.query('select invitation_id from invitations')).toEqual([first]);
    expect(await sent()).toBe(1);
    await withdraw(server, guest);
    await enter(server);
    expect(await invitationOf(server, guest)).toMatchObject({ state: 'OPEN', jobs: 3 });
    expect(await sent()).toBe(2);
    server.clock.advance(30 * day);
    const as = { token: server.token('employee') as string };
    const late = jobReport({ jobReporter: guest, invitesClient: true });
    expect((await server.call('reportJob', { as, body: late })).status).toBe(200);
    expect(await invitationOf(server, guest)).toMatchObject({ state: 'OPEN', jobs: 4 });
    expect(await sent()).toBe(3);
  });

  test('for somebody who is invited already leaves that invitation as it is', async () => {
    const server = await start();
    await invite(server, 'admin', invitee(guest));
    const token = await tokenInEmail(server, guest);
    const { answer: job } = await enter(server);
    expect(job.reporter).toBe('Gina G.');
    expect((await server.call('invitationByToken', { params: { token } })).answer).toMatchObject({
      email: guest,
    });
    expect(await invitationOf(server, guest)).toMatchObject({ invitedBy: people.admin.email, jobs: 1 });
  });

  test('names its client as the invitation does, sent before or after', async () => {
    const server = await start();
    const { answer: job } = await enter(server);
    expect(job.reporter).toBe(guest);
    const reporter = async () => {
      const read = await server.call('job', { as: 'employee', params: { jobId: job.jobId } });
      return read.answer.reporter;
    };
    await invite(server, 'employee', invitee(guest));
    expect(await reporter()).toBe('Gina G.');
    const nameless = { email: guest, userType: 'CLIENT' };
    expect((await invite(server, 'employee', nameless)).status).toBe(422);
    expect(await reporter()).toBe('Gina G.');
    await invite(server, 'employee', invitee('second@ev.test'));
    expect((await enter(server, { jobReporter: 'second@ev.test' })).answer.reporter).toBe('Gina G.');
  });

  test('renews an invitation that is not open with the names in it', async () => {
    const server = await start();
    await invite(server, 'admin', invitee(guest));
    await withdraw(server, guest);
    expect((await enter(server)).answer.reporter).toBe('Gina G.');
    expect(await invitationOf(server, guest)).toMatchObject({
      state: 'OPEN',
      firstName: 'Gina',
      lastName: 'Guest',
    });
  });

  test('is entered twice at once with one invitation', async () => {
    const server = await start();
    const replies = await Promise.all([enter(server), enter(server, {}, { as: 'admin' }), enter(server)]);
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
    await tokenInEmail(server, guest);
    expect(await server.db.query("select 1 from audit where action = 'invite'")).toHaveLength(1);
  });

  test('is entered once by a repeat with the same key, with one invitation', async () => {
    const server = await start();
    const body = jobReport({ jobReporter: guest, invitesClient: true });
    const options = { as: 'employee' as const, key: 'k1', body };
    const first = await server.call('reportJob', options);
    const again = await server.call('reportJob', options);
    expect(again.answer.jobId).toBe(first.answer.jobId);
    await tokenInEmail(server, guest);
    expect(await jobCount(server)).toBe(1);
  });

  test('that is refused invites nobody', async () => {
    const server = await start();
    const taken = jobReport();
    await server.call('reportJob', { as: 'client', body: taken });
    const { address, jobEVService } = taken;
    expect((await enter(server, { address, jobEVService })).code).toBe('duplicate-job');
    await server.notify();
    expect(server.emails.filter(({ to }) => to === guest)).toEqual([]);
    expect(await found(server.db, [guest])).toEqual([]);
  });

  test('is refused unless the request invites its client', async () => {
    const server = await start();
    const { failure } = await enter(server, { invitesClient: false });
    expect(failure).toMatchObject({
      code: 'invalid',
      errorMessage: 'Client’s email must belong to an approved client',
    });
    expect(await found(server.db, [guest])).toEqual([]);
    const { answer: job } = await enter(server);
    expect((await enter(server, { invitesClient: false })).failure).toEqual(failure);
    expect(await jobCount(server)).toBe(1);
    // A revision is for the client of the revised job.
    const { project, address, jobEVService, jobId } = job;
    const revision = await enter(server, {
      ...{ invitesClient: false, project, address, jobEVService, revisionOf: jobId },
    } as Partial<RequestOf<'reportJob'>>);
    expect(revision.answer).toMatchObject({ revisionOf: jobId, jobReporter: guest });
  });

  test.each([
    ['pending', people.pending.email],
    ['declined', people.refused.email],
    ['staff', people.otherEmployee.email],
  ])('is refused, and nobody invited, where the address is that of a user who is %s', async (_, email) => {
    const server = await start();
    expect((await enter(server, { jobReporter: email })).failure).toMatchObject({
      errorMessage: 'Client’s email must belong to an approved client',
    });
    expect(await server.db.query('select 1 from invitations')).toEqual([]);
  });

  test('needs no invitation where the address is that of an approved client', async () => {
    const server = await start();
    const { answer } = await enter(server, { jobReporter: people.client.email });
    expect(answer.jobReporterDetails).not.toHaveProperty('expected');
    expect(await server.db.query('select 1 from invitations')).toEqual([]);
  });

  test('is refused where an admin has invited the address as staff', async () => {
    const server = await start();
    await invite(server, 'admin', invitee(guest, 'EMPLOYEE'));
    for (const as of ['employee', 'admin'] as const) {
      expect((await enter(server, {}, { as })).failure).toMatchObject({
        code: 'invalid',
        field: 'jobReporter',
        errorMessage: 'Client’s email is invited as staff',
      });
    }
    expect((await register(server, guest)).answer.userType).toBe('EMPLOYEE');
  });

  test('keeps an admin from inviting its client as staff', async () => {
    const server = await start();
    await enter(server);
    const { answer } = await invite(server, 'admin', invitee(guest, 'EMPLOYEE'));
    const errorMessage = 'A job was entered for this person as a client. Invite them as a client.';
    expect(answer).toEqual([{ email: guest, outcome: 'REFUSED', errorMessage }]);
    expect(await invitationOf(server, guest)).toMatchObject({ userType: 'CLIENT' });
    expect((await register(server, guest)).answer.userType).toBe('CLIENT');
  });

  test('is not entered by a client, who invites nobody', async () => {
    const server = await start();
    expect((await enter(server, {}, { as: 'client' })).code).toBe('forbidden');
    const own = { jobReporter: people.client.email };
    expect((await enter(server, own, { as: 'client' })).code).toBe('forbidden');
    expect(await found(server.db, [guest])).toEqual([]);
    expect(await jobCount(server)).toBe(0);
  });

  test('counts toward the invitations of a day', async () => {
    const server = await start();
    await server.db.query(
      `insert into audit (created, actor, action, subject)
        select $1, $2, 'invite', 'n' || n || '@many.test' from generate_series(1, 500) n`,
      [server.clock.nowMs / 1000, people.employee.email],
    );
    expect((await enter(server)).failure).toMatchObject({
      code: 'rate-limited',
      errorMessage: 'You can invite up to 500 people a day. Try again tomorrow.',
    });
    expect(await jobCount(server)).toBe(0);
    expect((await enter(server, {}, { as: 'admin' })).status).toBe(200);
  });

  test('keeps no name of its client after an erasure, however staff named them, and no other word', async () => {
    const server = await start();
    const body = { email: guest, lastName: 'Quill', userType: 'CLIENT' };
    await invite(server, 'admin', { ...body, firstName: 'Zora' });
    await enter(server, { message: 'Which roof?' });
    await invite(server, 'admin', { ...body, firstName: 'Al' });
    await register(server, guest);
    const whole = 'Zora Quill (Zora Q.) or Al Quill, Gina Guest? Also Al Quillson and Al Q.';
    await server.db.query('update messages set whole = $1', [whole]);
    const order = { as: 'admin', body: { email: guest, keepCompany: false } } as const;
    expect((await server.call('eraseUser', order)).status).toBe(200);
    const f = 'Former client';
    expect(await server.db.query('select whole from messages')).toEqual([
      { whole: `${f} (${f}) or ${f}, ${f}? Also Al Quillson and ${f}` },
    ]);
  });

  test('keeps nothing of its client after an erasure, invited or come', async () => {
    const server = await start();
    const { answer: job } = await enter(server);
    await invite(server, 'admin', invitee('second@ev.test'));
    await server.notify();
    for (const email of [guest, 'second@ev.test']) {
      const { status } = await server.call('eraseUser', { as: 'admin', body: { email, keepCompany: false } });
      expect(status).toBe(200);

      expect(await found(server.db, [email])).toEqual([]);
    }
    const after = await server.call('job', { as: 'employee', params: { jobId: job.jobId } });
    expect(after.answer).toMatchObject({ reporter: 'Former client', project: job.project });
    expect(after.answer.jobReporterDetails).not.toHaveProperty('expected');
    const nobody = { email: 'none@ev.test', keepCompany: false };
    expect((await server.call('eraseUser', { as: 'admin', body: nobody })).code).toBe('not-found');
  });
});
