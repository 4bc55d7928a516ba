import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { after, prefer, startWithMail } from '../../support/mail/mailPeople.ts';
import { testMailServer } from '../../support/mail/mailServer.ts';
import { openPushEndpoint, type PushEndpoint } from '../../support/push/pushEndpoint.ts';
import { newDevice, noticesWaiting, pushOptions } from '../../support/push/pushes.ts';
import { jobUpdate, newJob, send, updateJob } from '../../support/server/jobs.ts';
import { type PersonName, people, testAddress } from '../../support/server/people.ts';
import { onOneDatabase, type TestServer } from '../../support/server/server.ts';

const mailServer = await testMailServer();

const minute = 60;

function profile({ call }: TestServer, email: string, changes: object) {
  return call('updateProfiles', { as: 'admin', body: { profiles: [{ email, ...changes }] } });
}

function invite({ call }: TestServer, as: PersonName) {
  const guest = { email: 'guest@ev.test', firstName: 'Gina', lastName: 'Guest', userType: 'CLIENT' as const };
  return call('inviteUsers', { as, body: { inviteeList: [guest] } });
}

onOneDatabase('an email that waits for the mail server', (start) => {
  /** Returns what arrives when the mail server is away while `work` is done. */
  async function arrivedAfter(work: (server: TestServer) => Promise<unknown>): Promise<string[]> {
    const server = await startWithMail(start, mailServer.url);
    await mailServer.goAway();
    await work(server);
    await server.notify();
    await mailServer.comeBack();
    await after(server, 15 * minute);
    expect(await server.db.query("select 1 from tasks where kind = 'email' and done is null")).toEqual([]);
    return mailServer.received.map(({ to, subject }) => `${to}: ${subject}`);
  }

  test('tells of no approval that was withdrawn meanwhile', async () => {
    const arrived = await arrivedAfter(async (server) => {
      await profile(server, people.pending.email, { userApproved: true, userType: 'CLIENT' });
      await server.notify();
      await profile(server, people.pending.email, { userRefused: true });
    });
    expect(arrived).toEqual([`${people.pending.email}: Your access to EV Jobs was revoked`]);
  });

  test('invites nobody whose invitation was withdrawn meanwhile', async () => {
    const arrived = await arrivedAfter(async (server) => {
      await invite(server, 'employee');
      await server.notify();
      const { items } = (await server.call('invitations', { as: 'employee', body: {} })).answer;
      const { invitationId = '' } = items[0] ?? {};
      await server.call('withdrawInvitation', { as: 'employee', body: { invitationId } });
    });
    expect(arrived).toEqual([]);
  });

  test('invites once, by the name that the inviter has by then, with the link that counts', async () => {
    let server: TestServer | undefined;
    const arrived = await arrivedAfter(async (started) => {
      server = started;
      await invite(started, 'employee');
      await started.notify();
      const before = await started.db.query('select token from invitations');
      await invite(started, 'employee');
      expect(await started.db.query('select token from invitations')).not.toEqual(before);
      await profile(started, people.employee.email, { firstName: 'Emilio', lastName: 'Renamed' });
    });
    expect(arrived).toEqual(['guest@ev.test: Emilio R. invited you to EV Jobs']);
    const [, token = ''] = /invitation=([\w-]+)/.exec(mailServer.received[0]?.text ?? '') ?? [];
    const found = await server?.call('invitationByToken', { params: { token } });
    expect(found?.answer).toMatchObject({ email: 'guest@ev.test' });
    const stored = await server?.db.query(
      'select i::text || t::text as stored from invitations i cross join tasks t',
    );
    expect(JSON.stringify(stored)).not.toContain(token);
  });

  test('invites nobody who has registered meanwhile', async () => {
    const arrived = await arrivedAfter(async (server) => {
      await invite(server, 'admin');
      await server.notify();
      const guest = { email: 'guest@ev.test', uid: 'uid-guest', verified: true };
      const body = {
        ...{
          userName: 'Gina G.',
          firstName: 'Gina',
          lastName: 'Guest',
          company: 'Guests',
          email: guest.email,
        },
        ...{ phoneNumber: '(415) 555-0132', userType: 'CLIENT' as const, address: testAddress },
      };
      expect((await server.call('register', { as: { token: server.tokenOf(guest) }, body })).code).toBe('');
      expect(await server.db.query('select token from invitations')).toEqual([{ token: null }]);
    });
    expect(arrived).toEqual([]);
  });

  test('about a job says what the job is called by then, and nothing to a user who is erased', async () => {
    const arrived = await arrivedAfter(async (server) => {
      await prefer(server, 'otherClient', { mail: 'ALWAYS' });
      const job = await newJob(server, { project: 'Oak', jobCode: 'OAK-1' });
      const gone = await newJob(server, {}, { as: 'otherClient' });
      const held = await updateJob(server, job, 'employee', { status: 'ON_HOLD' });
      await send(server, gone.jobId, 'employee', 'Are you there?');
      await after(server, 10 * minute);
      expect((await updateJob(server, held.answer.job, 'employee', { project: 'Elm' })).code).toBe('');
      const body = { email: people.otherClient.email, keepCompany: false };
      expect((await server.call('eraseUser', { as: 'admin', body })).code).toBe('');
    });
    expect(arrived).toEqual([`${people.client.email}: Status changed to On hold: Elm (OAK-1)`]);
  });
});

onOneDatabase('a push that waits for its device', (start) => {
  let service: PushEndpoint;
  beforeAll(async () => {
    service = await openPushEndpoint();
  });
  beforeEach(() => {
    service.arrivals.length = 0;
  });
  afterAll(() => service.close());

  /** Returns what a user's device shows, which was not reached while `work` was done. */
  async function shownAfter(as: PersonName, work: (server: TestServer, jobId: string) => Promise<unknown>) {
    const server = await start(pushOptions);
    const job = await newJob(server);
    await newDevice(server, service, as);
    await server.notify();
    await server.db.query('update push_devices set wait_until = 99999999999');
    service.arrivals.length = 0;
    await send(server, job.jobId, 'employee', 'Hello');
    const changes = { status: 'ON_HOLD', assignedTo: people.otherEmployee.email } as const;
    const body = jobUpdate(job, 'admin', changes);
    expect((await server.call('updateJob', { as: 'admin', body })).code).toBe('');
    const mentions = [people.otherEmployee.email];
    await server.call('addStaffNote', { as: 'admin', body: { jobId: job.jobId, note: 'For you', mentions } });
    await server.notify();
    expect(await noticesWaiting(server)).toBeGreaterThan(0);
    await work(server, job.jobId);
    await server.db.query('update push_devices set wait_until = 0');
    await server.notify();
    expect(await noticesWaiting(server)).toBe(0);
    expect(service.faults).toEqual([]);
    return service.arrivals.map(({ payload }) => payload.notification.body);
  }

  test('says what is still so when it is reached', async () => {
    expect(await shownAfter('client', async () => undefined)).toEqual(['1 new message\nStatus: On hold']);
    const assigned = ['Assigned to you', 'You were mentioned in a staff note'];
    const [said = ''] = await shownAfter('otherEmployee', async () => undefined);
    expect(said.split('\n')).toEqual(expect.arrayContaining(assigned));
  });

  test.each([
    ['client', { userApproved: false }],
    ['otherEmployee', { userApproved: false }],
    ['otherEmployee', { userType: 'CLIENT' }],
  ] as const)('says nothing to the %s who has lost access since: %j', async (as, change) => {
    const shown = await shownAfter(as, async (server) => {
      expect((await profile(server, people[as].email, change)).code).toBe('');
    });
    expect(shown).toEqual([]);
  });

  test('says nothing to an erased user, and nothing of a change that is gone', async () => {
    const erased = await shownAfter('otherEmployee', async (server) => {
      const body = { email: people.otherEmployee.email, keepCompany: false };
      expect((await server.call('eraseUser', { as: 'admin', body })).code).toBe('');
    });
    expect(erased).toEqual([]);
    const without = await shownAfter('client', async ({ db }, jobId) => {
      await db.query("update messages set status = 'ADDRESSED' where job_id = $1", [jobId]);
      await db.query("delete from history where job_id = $1 and field = 'status'", [jobId]);
    });
    expect(without).toEqual([]);
  });
});
