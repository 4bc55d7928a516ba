import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  defaultNotificationSettings,
  type NotificationSettings,
} from '../../../src/contract/users/notifications.ts';
import { type Arrival, openPushEndpoint, type PushEndpoint } from '../../support/push/pushEndpoint.ts';
import { deviceSeen, newDevice, noticesWaiting, pushOptions } from '../../support/push/pushes.ts';
import { mark, messageOf, newJob, send, updateJob } from '../../support/server/jobs.ts';
import { type PersonName, people } from '../../support/server/people.ts';
import { onOneDatabase, type TestServer } from '../../support/server/server.ts';

onOneDatabase('a push', (start) => {
  let server: TestServer;
  let service: PushEndpoint;
  const endpoints: Partial<Record<PersonName, string>> = {};

  beforeAll(async () => {
    service = await openPushEndpoint();
    // One test lets the push service wait.
    server = await start({ ...pushOptions, pushTimeoutMs: 60_000 });
    for (const as of ['client', 'otherClient', 'employee', 'otherEmployee', 'admin'] as const) {
      endpoints[as] = (await newDevice(server, service, as)).endpoint;
    }
  });
  afterAll(() => service.close());
  beforeEach(async () => {
    await server.notify();
    service.arrivals.length = 0;
  });

  /** What came to whom since the last look. */
  async function arrived(): Promise<Partial<Record<PersonName, Arrival[]>>> {
    await server.notify();
    expect(service.faults).toEqual([]);
    const came = service.arrivals.splice(0);
    return Object.groupBy(
      came,
      ({ endpoint }) =>
        (Object.keys(endpoints) as PersonName[]).find((as) => endpoints[as] === endpoint) ?? 'unverified',
    );
  }

  function words(arrivals: readonly Arrival[] = []): string[] {
    return arrivals.map(({ payload }) => payload.notification.body);
  }

  async function set(as: PersonName, changes: Partial<NotificationSettings>): Promise<void> {
    await server.call('saveNotificationSettings', {
      as,
      body: { ...defaultNotificationSettings, ...changes },
    });
  }

  async function marked(as: PersonName, jobId: string, message: string, status: 'NEW' | 'ADDRESSED') {
    expect((await mark(server, as, jobId, message, status)).status).toBe(200);
  }

  async function change(as: PersonName, jobId: string, changes: object) {
    const job = (await server.call('job', { as, params: { jobId } })).answer;
    return (await updateJob(server, job, as, changes)).answer;
  }

  async function assigned(): Promise<string> {
    const { jobId } = await newJob(server);
    await change('admin', jobId, { assignedTo: people.employee.email });
    await arrived();
    return jobId;
  }

  it('of a message names only the job, in the declarative form', async () => {
    const { jobId, jobCode, project } = await newJob(server);
    await arrived();
    const { communicationId } = await send(server, jobId, 'employee', 'Secret words');
    const { client = [], ...others } = await arrived();
    expect(others).toEqual({});
    const [push] = client;
    expect(client).toHaveLength(1);
    expect(push?.payload).toEqual({
      web_push: 8030,
      notification: {
        title: `${jobCode} · ${project}`,
        body: '1 new message',
        navigate: `http://localhost:8080/jobs/update/${jobId}?chat=${jobId}`,
        tag: `job-${jobId}`,
        lang: 'en',
        dir: 'ltr',
        silent: false,
        data: {
          ownerUid: people.client.uid,
          jobId,
          communicationId,
          receipt: expect.stringMatching(/^[\w-]{24}$/),
          unread: 1,
        },
      },
      app_badge: 1,
      mutable: true,
    });
    expect(JSON.stringify(push?.payload)).not.toMatch(/Secret|Emil|ev\.test/);
    expect(push).toMatchObject({ urgency: 'high', ttl: 24 * 3600, subject: 'mailto:nobody@example.com' });
  });

  it('has one topic per job and device', async () => {
    const [one, two] = [await assigned(), await assigned()];
    for (const jobId of [one, one, two]) {
      await send(server, jobId, 'employee', 'Hello');
      await server.notify();
    }
    const topics = (await arrived()).client?.map(({ topic }) => topic) ?? [];
    expect(topics).toHaveLength(3);
    expect(topics[1]).toBe(topics[0]);
    expect(topics[2]).not.toBe(topics[0]);
    await send(server, one, 'client', 'Hello');
    const [toEmployee] = (await arrived()).employee ?? [];
    expect(toEmployee?.topic).not.toBe(topics[0]);
    // Nobody who reads it can tell the job by hashing what they know.
    expect(topics).not.toContain(createHash('sha256').update(one).digest('base64url').slice(0, 32));
  });

  it('counts the new messages of its job, and all of the user’s', async () => {
    const [one, two] = [await assigned(), await assigned()];
    await send(server, one, 'client', 'First');
    await arrived();
    await send(server, two, 'client', 'Second');
    await arrived();
    await send(server, one, 'client', 'Third');
    const [push] = (await arrived()).employee ?? [];
    expect(push?.payload.notification.body).toBe('2 new messages');
    const inbox = await server.call('allMessages', {
      as: 'employee',
      body: { username: people.employee.email, status: 'NEW', toMe: true },
    });
    expect(push?.payload.app_badge).toBe(inbox.answer.items.length);
    expect(push?.payload.notification.data.unread).toBe(inbox.answer.items.length);
  });

  it('counts on its badge what needs the user’s answer, not what is in the shared queue, answered or snoozed', async () => {
    const { jobId } = await newJob(server);
    await send(server, jobId, 'client', 'To nobody');
    const [toAll] = (await arrived()).employee ?? [];
    const needs = async () => {
      const body = { username: people.employee.email, part: 'needs-answer' } as const;
      return (await server.call('allMessages', { as: 'employee', body })).answer.items.length;
    };
    expect(toAll?.payload.app_badge).toBe(await needs());
    const before = toAll?.payload.app_badge ?? Number.NaN;
    const own = await assigned();
    await send(server, own, 'client', 'To Emil');
    expect((await arrived()).employee?.[0]?.payload.app_badge).toBe(before + 1);
    expect(await needs()).toBe(before + 1);
    await send(server, own, 'employee', 'Answered');
    await send(server, await assigned(), 'client', 'To Emil too');
    expect((await arrived()).employee?.[0]?.payload.app_badge).toBe(before + 1);
    expect(await needs()).toBe(before + 1);
    await send(server, own, 'client', 'For later');
    expect((await arrived()).employee?.[0]?.payload.app_badge).toBe(before + 2);
    const snooze = { jobId: own, until: 4_000_000_000, seen: Number.MAX_SAFE_INTEGER };
    await server.call('snooze', { as: 'employee', body: snooze });
    await send(server, await assigned(), 'client', 'To Emil now');
    expect((await arrived()).employee?.[0]?.payload.app_badge).toBe(before + 2);
    expect(await needs()).toBe(before + 2);
  });

  it('shows sender and text where the user turned previews on', async () => {
    const jobId = await assigned();
    await set('employee', { previews: true });
    await send(server, jobId, 'client', `Please\n\n look  at ${'the roof '.repeat(60)}`);
    const [body = ''] = words((await arrived()).employee);
    expect(body).toMatch(/^Clara C\.?[^:]*: Please look at the roof /);
    expect(body.length).toBeLessThan(280);
    expect(body.endsWith('…')).toBe(true);
    await send(server, jobId, 'client', 'And this');
    expect(words((await arrived()).employee)).toEqual([
      expect.stringMatching(/^Clara[^:]*: And this\n\+ 1 more message$/),
    ]);
    await set('employee', {});
  });

  it('stays small whatever the length of job and message', async () => {
    const { jobId } = await newJob(server, { project: '屋'.repeat(200) });
    await set('client', { previews: true });
    await send(server, jobId, 'employee', '👩‍👩‍👧‍👦'.repeat(400));
    const pushes = (await arrived()).client ?? [];
    expect(pushes).toHaveLength(1);
    expect(pushes[0]?.bytes).toBeLessThan(3200);
    await set('client', {});
  });

  describe('goes to staff', () => {
    it('for a new job, except to its author', async () => {
      await newJob(server);
      const came = await arrived();
      expect(Object.keys(came).sort()).toEqual(['admin', 'employee', 'otherEmployee']);
      expect(words(came.admin)).toEqual(['New job']);
      expect(came.admin?.[0]?.urgency).toBe('normal');
    });

    it('for a message on an unassigned job, until one of them addresses it', async () => {
      const { jobId } = await newJob(server);
      await arrived();
      const { communicationId } = await send(server, jobId, 'client', 'Hello');
      const came = await arrived();
      expect(Object.keys(came).sort()).toEqual(['admin', 'employee', 'otherEmployee']);
      expect(words(came.admin)).toEqual(['1 new message']);
      expect(came.admin?.[0]?.urgency).toBe('high');
      await marked('employee', jobId, communicationId, 'ADDRESSED');
    });

    it('for a job that is assigned to them', async () => {
      const { jobId } = await newJob(server);
      await arrived();
      await change('admin', jobId, { assignedTo: people.employee.email });
      const came = await arrived();
      expect(Object.keys(came)).toEqual(['employee']);
      expect(words(came.employee)).toEqual(['Assigned to you']);
      expect(came.employee?.[0]?.urgency).toBe('high');
    });

    it('for a client’s cancellation of their job', async () => {
      const jobId = await assigned();
      await change('client', jobId, { status: 'CANCELLED' });
      expect(words((await arrived()).employee)).toEqual(['Status: Cancelled']);
    });
  });

  describe('goes to the client', () => {
    it('for a status, a tracking number, deliverables, and a job submitted for them', async () => {
      const { jobId } = await newJob(server, {}, { as: 'admin' });
      expect(words((await arrived()).client)).toEqual(['EV submitted this job for you']);
      await change('employee', jobId, { status: 'ON_HOLD' });
      const [status] = (await arrived()).client ?? [];
      expect(status?.payload.notification.body).toBe('Status: On hold');
      expect(status?.urgency).toBe('normal');
      await change('employee', jobId, { trackingNumber: '1Z999' });
      expect(words((await arrived()).client)).toEqual(['Tracking number added']);
      const deliverable = { deliveryMode: 'WET_STAMPS', copiesNumber: 1 };
      await change('employee', jobId, { deliverable });
      const sent = (await arrived()).client;
      expect(words(sent)).toEqual(['Your wet stamps are on the way']);
      const { navigate, data } = sent?.[0]?.payload.notification ?? {};
      expect(navigate).toBe(`http://localhost:8080/jobs/update/${jobId}#deliverables`);
      expect(data?.unread).toBe(status?.payload.notification.data.unread);
    });

    it('with the new messages, because it replaces the push before', async () => {
      const jobId = await assigned();
      await send(server, jobId, 'employee', 'Hello');
      await arrived();
      await change('employee', jobId, { status: 'ON_HOLD' });
      expect(words((await arrived()).client)).toEqual(['Status: On hold\n1 new message']);
    });
  });

  it('is not sent for a kind that is turned off', async () => {
    const jobId = await assigned();
    await set('employee', { kinds: { ...defaultNotificationSettings.kinds, MESSAGE: false } });
    await send(server, jobId, 'client', 'Hello');
    expect(await arrived()).toEqual({});
    await set('employee', {});
  });

  describe('that waits', () => {
    /** Keeps pushes back until `let go` is called. */
    async function held(): Promise<() => Promise<void>> {
      await server.db.query('update push_devices set wait_until = 99999999999');
      return async () => {
        await server.db.query('update push_devices set wait_until = 0');
        await server.notify();
      };
    }

    async function queued(): Promise<number> {
      await server.notify();
      return noticesWaiting(server);
    }

    it('is not sent for a message that was addressed meanwhile', async () => {
      const jobId = await assigned();
      const release = await held();
      const { communicationId } = await send(server, jobId, 'client', 'Hello');
      expect(await queued()).toBe(1);
      await marked('employee', jobId, communicationId, 'ADDRESSED');
      await release();
      expect(await arrived()).toEqual({});
      expect(await queued()).toBe(0);
    });

    it('is sent once for all events of its job', async () => {
      const jobId = await assigned();
      const release = await held();
      for (const content of ['One', 'Two', 'Three']) await send(server, jobId, 'employee', content);
      await change('employee', jobId, { status: 'ON_HOLD' });
      await change('employee', jobId, { status: 'IN_PROGRESS' });
      expect(await queued()).toBe(5);
      await release();
      expect(words((await arrived()).client)).toEqual(['3 new messages\nStatus: In progress']);
    });

    it('has a receipt of its own where a push of its job was being sent, so that a device does not take it for the same', async () => {
      const jobId = await assigned();
      service.answer(async () => {
        service.answer(() => ({ status: 201 }));
        await send(server, jobId, 'employee', 'Second');
        void server.notify();
        await expect.poll(() => noticesWaiting(server)).toBe(2);
        return { status: 201 };
      });
      await send(server, jobId, 'employee', 'First');
      const { client = [] } = await arrived();
      expect(words(client)).toEqual(['1 new message', '2 new messages']);
      expect(new Set(client.map(({ payload }) => payload.notification.data.receipt)).size).toBe(2);
    });

    it('is not sent to a suspended user, and is sent to one who was approved again', async () => {
      const jobId = await assigned();
      const approve = (userApproved: boolean) =>
        server.call('updateProfiles', {
          as: 'admin',
          body: { profiles: [{ email: people.employee.email, userApproved }] },
        });
      const release = await held();
      await send(server, jobId, 'client', 'Hello');
      expect(await queued()).toBe(1);
      await approve(false);
      await release();
      expect(await arrived()).toEqual({});
      await send(server, jobId, 'client', 'Hello?');
      // It is in the shared queue, of which all other staff are told.
      expect(Object.keys(await arrived()).toSorted()).toEqual(['admin', 'otherEmployee']);
      await approve(true);
      await send(server, jobId, 'client', 'Hello again');
      expect(Object.keys(await arrived())).toEqual(['employee']);
    });

    it('is not sent for a job that the user may no longer see', async () => {
      const jobId = await assigned();
      const become = (userType: 'CLIENT' | 'EMPLOYEE') =>
        server.call('updateProfiles', {
          as: 'admin',
          body: { profiles: [{ email: people.employee.email, userType }] },
        });
      const release = await held();
      await send(server, jobId, 'client', 'Hello');
      expect(await queued()).toBe(1);
      await become('CLIENT');
      await release();
      expect(await arrived()).toEqual({});
      await become('EMPLOYEE');
    });

    it('is not sent for a job that was assigned to another user', async () => {
      const { jobId } = await newJob(server);
      await arrived();
      const release = await held();
      await change('admin', jobId, { assignedTo: people.employee.email });
      await change('admin', jobId, { assignedTo: people.otherEmployee.email });
      expect(await queued()).toBe(2);
      await release();
      expect(Object.keys(await arrived())).toEqual(['otherEmployee']);
    });

    it('is not sent for a kind that was turned off meanwhile', async () => {
      const jobId = await assigned();
      const release = await held();
      await send(server, jobId, 'client', 'Hello');
      expect(await queued()).toBe(1);
      await set('employee', { kinds: { ...defaultNotificationSettings.kinds, MESSAGE: false } });
      await release();
      expect(await arrived()).toEqual({});
      await set('employee', {});
    });
  });

  it('goes to every device of its user, and records when each accepted and showed it', async () => {
    const second = await newDevice(server, service, 'client');
    const { jobId } = await newJob(server);
    await send(server, jobId, 'employee', 'Hello');
    await server.notify();
    const pushes = service.arrivals.filter(({ payload }) => payload.notification.data.communicationId !== '');
    expect(pushes.map(({ endpoint }) => endpoint).sort()).toEqual([endpoints.client, second.endpoint].sort());
    const push = pushes.find(({ endpoint }) => endpoint === second.endpoint);
    const now = Math.floor(server.clock.nowMs / 1000);
    expect(await deviceSeen(server, 'client', second.deviceId)).toMatchObject({
      acceptedTimestamp: now,
      shownTimestamp: null,
    });
    const receipt = push?.payload.notification.data.receipt ?? '';
    await server.call('pushReceipt', { body: { receipt, outcome: 'SHOWN' } });
    expect(await deviceSeen(server, 'client', second.deviceId)).toMatchObject({ shownTimestamp: now });
    await server.call('removeDevice', { as: 'client', body: { deviceId: second.deviceId } });
    service.arrivals.length = 0;
  });

  it('leaves neither recipient nor text in the log', async () => {
    const { jobId } = await newJob(server, { project: 'Quiet Harbour' });
    await server.call('updateJob', { as: 'employee', body: messageOf(jobId, 'employee', 'Secret words') });
    await arrived();
    const log = JSON.stringify(server.logs);
    expect(log).toContain('/api/notifications/devices');
    expect(log).not.toMatch(/\/push\/|127\.0\.0\.1:|ev\.test|Quiet Harbour|Secret words|[Cc]lara/);
  });
});
