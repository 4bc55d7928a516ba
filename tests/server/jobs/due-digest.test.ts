import { beforeAll, expect, test } from 'vitest';
import { digestSchedule } from '../../../server/background/digestSchedule.ts';
import type { Services } from '../../../server/services/services.ts';
import { defaultNotificationSettings } from '../../../src/contract/users/notifications.ts';
import { setDueRules } from '../../support/server/dueRules.ts';
import { newJob, updateJob } from '../../support/server/jobs.ts';
import { type PersonName, people } from '../../support/server/people.ts';
import { onOneDatabase } from '../../support/server/server.ts';

onOneDatabase('the email about due jobs', (start) => {
  const server = start.forAll();
  beforeAll(async () => {
    await setDueRules(server);
    await assignedJob('employee', 'Roof of Ada');
    await assignedJob('otherEmployee', 'Roof of Bob');
    await assignedJob('admin', 'Roof of Cyd');
  });

  async function assignedJob(to: PersonName, project: string) {
    const job = await newJob(server, { project });
    expect((await updateJob(server, job, 'employee', { assignedTo: people[to].email })).code).toBe('');
  }
  async function jobsOf(name: PersonName) {
    const body = { assignedTo: people[name].email };
    return (await server.call('searchJobs', { as: 'admin', body })).answer.items;
  }
  async function settings(as: PersonName, changes: Partial<typeof defaultNotificationSettings>) {
    const body = { ...defaultNotificationSettings, ...changes };
    expect((await server.call('saveNotificationSettings', { as, body })).code).toBe('');
  }
  /** Returns the emails about due jobs that were sent at this time. */
  async function sentAt(iso: string) {
    server.clock.nowMs = Date.parse(iso);
    server.emails.length = 0;
    // The schedule queues them in its turn, and the emails follow.
    await server.notify();
    await server.notify();
    return server.emails.filter(({ kind }) => kind === 'digest');
  }
  /** Queues the emails of a day in a process that never stores its result. The server's own clock stays: its schedule runs by it. */
  async function runAndCrash(iso: string) {
    const services = { db: server.db, now: () => Date.parse(iso) } as Services;
    await digestSchedule(services).run(new AbortController().signal);
  }

  test('goes once a business day, in the morning of the firm, to those who have such jobs', async () => {
    await settings('admin', { mail: 'NEVER' });
    expect(await sentAt('2026-11-25T11:59:00Z')).toEqual([]);
    const sent = await sentAt('2026-11-25T12:20:00Z');
    expect(sent.map(({ to }) => to).sort()).toEqual(
      [people.employee.email, people.otherEmployee.email].sort(),
    );
    expect(await sentAt('2026-11-25T20:00:00Z')).toEqual([]);
    // Thanksgiving, and the day after it.
    expect(await sentAt('2026-11-26T14:00:00Z')).toEqual([]);
    expect(await sentAt('2026-11-27T14:00:00Z')).toHaveLength(2);
  });

  test('names the jobs of its recipient only, with their dates and a way to end it', async () => {
    const sent = await sentAt('2026-11-30T14:00:00Z');
    const own = sent.find(({ to }) => to === people.employee.email);
    expect(own?.subject).toBe('1 job overdue');
    expect(own?.text).toContain('Roof of Ada');
    expect(own?.text).toContain('due 11/27/26');
    expect(own?.text).not.toContain('Bob');
    expect(own?.unsubscribe).toContain('/api/mail/unsubscribe/');
  });

  test('waits for the end of quiet hours', async () => {
    const quietHours = { from: '06:00', to: '09:00', timeZone: 'America/New_York' };
    await settings('employee', { quietHours });
    const early = await sentAt('2026-12-01T12:30:00Z');
    expect(early.map(({ to }) => to)).toEqual([people.otherEmployee.email]);
    const later = await sentAt('2026-12-01T14:01:00Z');
    expect(later.map(({ to }) => to)).toEqual([people.employee.email]);
  });

  test('is for jobs that are still due, and employees who still work here, when it is sent', async () => {
    await settings('employee', { quietHours: { from: '06:00', to: '09:00', timeZone: 'America/New_York' } });
    await settings('otherEmployee', {
      quietHours: { from: '06:00', to: '10:00', timeZone: 'America/New_York' },
    });
    expect(await sentAt('2026-12-02T12:30:00Z')).toEqual([]);
    for (const { jobId, version } of await jobsOf('employee')) {
      await updateJob(server, { jobId, version }, 'employee', { status: 'COMPLETED' });
    }
    expect(await sentAt('2026-12-02T14:01:00Z')).toEqual([]);
    const profiles = [{ email: people.otherEmployee.email, userApproved: false }];
    await server.call('updateProfiles', { as: 'admin', body: { profiles } });
    expect(await sentAt('2026-12-02T15:01:00Z')).toEqual([]);
    const back = [{ email: people.otherEmployee.email, userApproved: true }];
    await server.call('updateProfiles', { as: 'admin', body: { profiles: back } });
    await settings('otherEmployee', {});
  });

  test('comes once, also after a crash between queueing it and the end of the run', async () => {
    await runAndCrash('2026-12-03T13:00:00Z');
    const sent = await sentAt('2026-12-03T13:20:00Z');
    expect(sent.map(({ to }) => to)).toEqual([people.otherEmployee.email]);
    expect(await sentAt('2026-12-03T13:40:00Z')).toEqual([]);
  });

  test('comes once, also where the process that queues it stood still while another one did', async () => {
    const at = '2026-12-07T13:00:00Z';
    const { db } = server;
    const stalled = {
      ...db,
      async tx<T>(work: Parameters<typeof db.tx<T>>[0]) {
        await runAndCrash(at);
        return db.tx(work);
      },
    };
    const services = { db: stalled, now: () => Date.parse(at) } as Services;
    expect(await digestSchedule(services).run(new AbortController().signal)).toEqual({ day: '2026-12-07' });
    const recipients = (await sentAt('2026-12-07T13:20:00Z')).map(({ to }) => to);
    expect(recipients).toContain(people.otherEmployee.email);
    expect(recipients).toEqual([...new Set(recipients)]);
  });

  test('leads to the jobs of its recipient', async () => {
    const [own] = await sentAt('2026-12-08T14:00:00Z');
    const assignee = encodeURIComponent(people.otherEmployee.email);
    expect(own?.text).toContain(`/jobs/listing/all?due=overdue&assignee=${assignee}`);
  });

  test('of yesterday is not sent beside that of today', async () => {
    await runAndCrash('2026-12-09T13:00:00Z');
    expect(await sentAt('2026-12-10T13:00:00Z')).toHaveLength(1);
  });

  test('ends with due dates', async () => {
    await setDueRules(server, null);
    expect(await sentAt('2026-12-11T14:00:00Z')).toEqual([]);
  });

  test('comes once a day, also where due dates are turned off and on again that day', async () => {
    await setDueRules(server);
    expect(await sentAt('2026-12-14T14:00:00Z')).toHaveLength(1);
    await setDueRules(server, null);
    expect(await sentAt('2026-12-14T15:00:00Z')).toEqual([]);
    await setDueRules(server);
    expect(await sentAt('2026-12-14T16:00:00Z')).toEqual([]);
    expect(await sentAt('2026-12-15T14:00:00Z')).toHaveLength(1);
  });
});
