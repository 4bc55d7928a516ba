import { text } from 'node:stream/consumers';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { fromBufferPromise } from 'yauzl';
import { updateDue, updateSomeDue } from '../../../server/data/due/changeDue.ts';
import type { RequestOf } from '../../../src/contract/calls.ts';
import type { DueRules } from '../../../src/contract/due/dueRules.ts';
import type { JobStatus } from '../../../src/contract/enums.ts';
import type { JobDetails } from '../../../src/contract/jobs/jobDetails.ts';
import { dueRules, setDueRules } from '../../support/server/dueRules.ts';
import { jobUpdate, newJob, updateJob } from '../../support/server/jobs.ts';
import { type PersonName, people } from '../../support/server/people.ts';
import { onOneDatabase, type TestServer } from '../../support/server/server.ts';

const hour = 3600;
const day = 24 * hour;
/** Monday 23 November 2026, 10:00 in New York. Thursday is Thanksgiving. */
const monday = Date.UTC(2026, 10, 23, 15);
const reason = 'The utility letter is late';

onOneDatabase('due dates', (start, kind) => {
  const server = start.forAll();
  beforeEach(() => {
    server.clock.nowMs = Math.max(server.clock.nowMs, monday);
  });

  async function read(jobId: string, as: PersonName = 'employee'): Promise<JobDetails> {
    return (await server.call('job', { as, params: { jobId } })).answer;
  }
  async function dateOf(jobId: string, as?: PersonName) {
    const { due } = await read(jobId, as);
    return due === undefined || due === null ? due : due.date;
  }
  async function change(
    jobId: string,
    changes: Partial<RequestOf<'updateJob'>>,
    as: PersonName = 'employee',
  ) {
    return updateJob(server, await read(jobId, as), as, changes);
  }
  async function at(iso: string) {
    server.clock.nowMs = Date.parse(iso);
  }

  test('are off until rules are set, and cannot be changed then', async () => {
    const { jobId } = await newJob(server);
    expect(await read(jobId)).not.toHaveProperty('due');
    expect((await server.call('stats', { as: 'employee' })).answer).not.toHaveProperty('due');
    expect(await change(jobId, { due: { date: '2026-12-01', reason } })).toMatchObject({ code: 'invalid' });
  });

  test('follow from the rules of each job’s services, priority and delivery, for jobs from before them too', async () => {
    const { jobId: before } = await newJob(server);
    await setDueRules(server);
    expect(await dateOf(before)).toBe('2026-11-27');
    const { jobId: review } = await newJob(server, {
      jobEVService: [{ category: 'STAMP', evServices: ['EE', 'SE'] }],
    });
    expect(await dateOf(review)).toBe('2026-12-01');
    const { jobId: urgent } = await newJob(server, { jobPriority: 'HIGH' });
    expect(await dateOf(urgent)).toBe('2026-11-24');
    await change(urgent, { jobPriority: 'NORMAL' });
    expect(await dateOf(urgent)).toBe('2026-11-27');
    expect((await read(urgent)).due?.end).toBe(Date.UTC(2026, 10, 28, 5) / 1000);
  });

  test('are the same for a repeated report', async () => {
    await setDueRules(server);
    const { jobId } = await newJob(server, { jobCode: 'REPEAT1' });
    expect(await dateOf(jobId)).toBeTruthy();
  });

  test('stop while a job is on hold, and go on with the days that were left', async () => {
    await setDueRules(server);
    await at('2026-11-30T15:00:00Z');
    const { jobId } = await newJob(server);
    expect(await dateOf(jobId)).toBe('2026-12-03');
    await at('2026-12-01T15:00:00Z');
    await change(jobId, { status: 'ON_HOLD' });
    await at('2026-12-08T15:00:00Z');
    expect(await dateOf(jobId)).toBe('2026-12-03');
    const { answer } = await change(jobId, { status: 'IN_PROGRESS' });
    expect(answer.job.due?.date).toBe('2026-12-10');
    expect(answer.job.history[0]).toMatchObject({ field: 'dueDate', from: '2026-12-03', to: '2026-12-10' });
  });

  test('are changed by staff with a reason, outlive new rules, and move with a later hold', async () => {
    await setDueRules(server);
    await at('2026-12-09T15:00:00Z');
    const job = await newJob(server);
    const { jobId } = job;
    const { answer } = await change(jobId, { due: { date: '2026-12-21', reason } });
    expect(answer.job.due).toMatchObject({ date: '2026-12-21', isSet: true });
    // It raises no version: nobody's open form becomes stale by it.
    expect(answer.job.version).toBe(job.version);
    expect(answer.job.history.slice(0, 2)).toMatchObject([
      { field: 'dueReason', to: reason },
      { field: 'dueDate', to: '2026-12-21' },
    ]);
    await setDueRules(server, { rules: [{ ...(dueRules.rules[0] as DueRules['rules'][0]), days: 30 }] });
    await change(jobId, { jobPriority: 'HIGH' });
    expect(await dateOf(jobId)).toBe('2026-12-21');
    await change(jobId, { status: 'ON_HOLD' });
    await at('2026-12-11T15:00:00Z');
    await change(jobId, { status: 'IN_PROGRESS' });
    expect(await dateOf(jobId)).toBe('2026-12-23');
    await setDueRules(server);
    await change(jobId, { due: { date: null, reason } });
    // One business day of high priority, and the two of the hold.
    expect(await dateOf(jobId)).toBe('2026-12-14');
    expect((await read(jobId)).due).not.toHaveProperty('isSet');
  });

  test('of closed jobs stay as they were, and go on when a job is reopened', async () => {
    await setDueRules(server);
    await at('2027-01-04T15:00:00Z');
    const { jobId } = await newJob(server);
    await change(jobId, { status: 'COMPLETED' });
    await setDueRules(server, { rules: [{ ...(dueRules.rules[0] as DueRules['rules'][0]), days: 30 }] });
    expect(await dateOf(jobId)).toBe('2027-01-07');
    expect(await change(jobId, { due: { date: '2027-02-01', reason } })).toMatchObject({ code: 'invalid' });
    await setDueRules(server);
    await at('2027-01-06T15:00:00Z');
    await change(jobId, { status: 'IN_PROGRESS' });
    expect(await dateOf(jobId)).toBe('2027-01-11');
  });

  test('are counted as the lists count them, on hold or closed in neither', async () => {
    await setDueRules(server);
    await at('2027-02-01T15:00:00Z');
    const { jobId: held } = await newJob(server);
    await newJob(server);
    await newJob(server, { jobEVService: [{ category: 'STAMP', evServices: ['SE'] }] });
    await change(held, { status: 'ON_HOLD' });
    for (const hours of [0, 12, 60, 100, 24 * 10]) {
      server.clock.advance(hours * hour);
      const counts = (await server.call('stats', { as: 'employee' })).answer.due;
      const listed = async (due: 'soon' | 'overdue') => {
        const { items } = (await server.call('searchJobs', { as: 'employee', body: { due } })).answer;
        expect(items.every((job) => job.status === 'IN_PROGRESS' && job.due)).toBe(true);
        expect(items.some((job) => job.jobId === held)).toBe(false);
        return items.length;
      };
      expect(counts).toEqual({ soon: await listed('soon'), overdue: await listed('overdue') });
    }
  });

  test('leave lists, counts and jobs when due dates are turned off', async () => {
    await setDueRules(server);
    const { jobId } = await newJob(server);
    await server.call('saveDueRules', { as: 'admin', body: { rules: null } });
    expect(await read(jobId)).not.toHaveProperty('due');
    const { items } = (await server.call('searchJobs', { as: 'employee', body: { due: 'overdue' } })).answer;
    expect(items).toEqual([]);
    expect((await server.call('stats', { as: 'employee' })).answer).not.toHaveProperty('due');
  });

  test('go on after several stops of any kind, each counted once, and a weekend on hold takes no days', async () => {
    await setDueRules(server);
    // A Monday; three business days.
    await at('2027-04-05T15:00:00Z');
    const { jobId } = await newJob(server);
    const steps: [string, JobStatus, string][] = [
      ['2027-04-06T15:00:00Z', 'ON_HOLD', '2027-04-08'],
      // Completed while on hold: the clock stands since the hold.
      ['2027-04-07T15:00:00Z', 'COMPLETED', '2027-04-08'],
      ['2027-04-08T15:00:00Z', 'IN_PROGRESS', '2027-04-12'],
      ['2027-04-09T14:00:00Z', 'ON_HOLD', '2027-04-12'],
      ['2027-04-09T15:00:00Z', 'IN_PROGRESS', '2027-04-12'],
      // From Friday after the cut-off hour to Monday before it.
      ['2027-04-09T23:00:00Z', 'ON_HOLD', '2027-04-12'],
      ['2027-04-12T15:00:00Z', 'IN_PROGRESS', '2027-04-12'],
      ['2027-04-12T16:00:00Z', 'CANCELLED', '2027-04-12'],
      ['2027-04-14T15:00:00Z', 'IN_PROGRESS', '2027-04-14'],
    ];
    expect(await dateOf(jobId)).toBe('2027-04-08');
    for (const [iso, status, due] of steps) {
      await at(iso);
      expect((await change(jobId, { status })).code, iso).toBe('');
      expect(await dateOf(jobId), `${status} at ${iso}`).toBe(due);
    }
  });

  test('follow a change of services and of delivery speed, and the slowest of several services', async () => {
    const [all, structural] = dueRules.rules as [DueRules['rules'][0], DueRules['rules'][0]];
    const overnight = { ...all, deliveryPriority: 'OVERNIGHT' as const, days: 1 };
    await setDueRules(server, { rules: [all, structural, overnight] });
    await at('2027-05-03T15:00:00Z');
    const wet = {
      jobDeliveryMode: 'WET_STAMPS' as const,
      copiesNumber: 1,
      deliveryAddress: { streetName: '1 Box Rd', city: 'Salem', state: 'MA', zipcode: '01970' },
    };
    const { jobId } = await newJob(server, wet);
    expect(await dateOf(jobId)).toBe('2027-05-06');
    const services = (...evServices: ('EE' | 'SE')[]) => ({
      jobServiceUpdate: [{ category: 'STAMP' as const, evServices }],
    });
    await change(jobId, services('EE', 'SE'));
    expect(await dateOf(jobId)).toBe('2027-05-10');
    await change(jobId, { deliveryPriority: 'OVERNIGHT' });
    // The rule of a service names more than that of a delivery speed.
    expect(await dateOf(jobId)).toBe('2027-05-10');
    await change(jobId, services('EE'));
    expect(await dateOf(jobId)).toBe('2027-05-04');
    await change(jobId, { deliveryPriority: 'STANDARD' });
    expect(await dateOf(jobId)).toBe('2027-05-06');
    // Nothing that a rule looks at.
    await setDueRules(server, { rules: [{ ...structural, jobPriority: 'HIGH' }] });
    expect(await dateOf(jobId)).toBeNull();
  });

  test('move with the firm’s zone and cut-off hour: a set date ends with its day there', async () => {
    await setDueRules(server);
    // 4 PM in New York, 1 PM in Los Angeles.
    await at('2027-06-07T20:00:00Z');
    const { jobId: plain } = await newJob(server);
    const { jobId: set } = await newJob(server);
    await change(set, { due: { date: '2027-06-18', reason } });
    expect(await dateOf(plain)).toBe('2027-06-10');
    const endIn = async (jobId: string) => (await read(jobId)).due?.end;
    expect(await endIn(set)).toBe(Date.UTC(2027, 5, 19, 4) / 1000);
    await setDueRules(server, { cutOffHour: 16 });
    expect(await dateOf(plain)).toBe('2027-06-11');
    await setDueRules(server, { cutOffHour: 16, timeZone: 'America/Los_Angeles' });
    expect(await dateOf(plain)).toBe('2027-06-10');
    expect(await endIn(plain)).toBe(Date.UTC(2027, 5, 11, 7) / 1000);
    expect(await dateOf(set)).toBe('2027-06-18');
    expect(await endIn(set)).toBe(Date.UTC(2027, 5, 19, 7) / 1000);
  });

  test('of more jobs than one step takes are all computed', async () => {
    await setDueRules(server, null);
    const { jobId } = await newJob(server);
    await server.db.query(
      `insert into jobs (job_id, job_code, project, address, job_reporter, job_type, category, job_priority, job_description,
          job_delivery_mode, delivery_priority, services, attachment_links, reference_links, status, message, duplicate_key,
          created, updated)
        select 'many' || n, 'MANY' || n, project, address, job_reporter, job_type, category, job_priority, job_description,
          job_delivery_mode, delivery_priority, services, attachment_links, reference_links, status, message, 'many' || n,
          created, updated from jobs, generate_series(1, 1100) n where job_id = $1`,
      [jobId],
    );
    await setDueRules(server);
    const [{ left } = { left: -1 }] = await server.db.query<{ left: number }>(
      "select count(*) as left from jobs where status = 'IN_PROGRESS' and due_day is null",
    );
    expect(left).toBe(0);
  });

  test('are saved, computed and changed with a job at once without a deadlock', async () => {
    if (kind !== 'postgres') return;
    const { jobId } = await newJob(server);
    const waiting = async () =>
      (
        await server.db.query(
          "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
        )
      ).length;
    await server.db.query('update due_progress set seq_below = 1000000');
    const others: Promise<unknown>[] = [];
    await server.db.tx(async (changing) => {
      await changing.query('select 1 from jobs where job_id = $1 for update', [jobId]);
      others.push(server.db.tx(updateSomeDue));
      await expect.poll(waiting, { timeout: 20_000 }).toBeGreaterThanOrEqual(1);
      others.push(server.call('saveDueRules', { as: 'admin', body: { rules: dueRules } }));
      await expect.poll(waiting, { timeout: 20_000 }).toBeGreaterThanOrEqual(2);
      expect(await updateDue(changing, jobId)).not.toBeNull();
    });
    expect(await Promise.all(others)).toEqual([expect.any(Boolean), expect.objectContaining({ code: '' })]);
  });
});

/** Returns the text of the conversation in a job's archive. */
async function conversationIn(archive: Buffer): Promise<string> {
  const zip = await fromBufferPromise(archive);
  for await (const entry of zip.eachEntry()) {
    if (entry.fileName === 'conversation.txt') return text(await zip.openReadStreamPromise(entry));
  }
  throw new Error('The archive has no conversation.');
}

onOneDatabase('a client', (start) => {
  let server: TestServer;
  let jobId: string;
  const canary = 'canary of staff';
  const token = 'A'.repeat(43);
  const lastPlace = Buffer.from('["history",1000000]').toString('base64url');
  const date = '2099-09-09';

  beforeAll(async () => {
    server = await start();
    await setDueRules(server);
    ({ jobId } = await newJob(server, { jobCode: 'CANARY' }, { files: [] }));
    await updateJob(server, { jobId, version: 1 }, 'employee', { due: { date, reason: canary } });
  });

  /** Everything that the client can read about the job. */
  async function answers(): Promise<string> {
    const as = 'client';
    const { call } = server;
    const own = { username: people.client.email };
    const all: unknown[] = [
      (await call('job', { as, params: { jobId } })).answer,
      (await call('jobHistory', { as, params: { jobId }, body: { startAfter: lastPlace } })).answer,
      (await call('jobs', { as, body: own })).answer,
      (await call('searchJobs', { as, body: {} })).answer,
      (await call('search', { as, body: { text: 'canary' } })).answer,
      (await call('conversation', { as, params: { jobId } })).answer,
      (await call('allMessages', { as, body: own })).answer,
      (await call('userStats', { as, params: { email: own.username } })).answer,
      (await call('events', { as, body: { cursor: null } })).answer,
      (await call('download', { as, body: { format: 'csv' } })).bytes.toString(),
      await conversationIn((await call('download', { as, body: { format: 'zip', jobId } })).bytes),
      (await updateJob({ call }, { jobId, version: 0 }, as, { project: 'Other' })).response.body,
    ];
    await call('saveCalendarFeed', { as, body: { token } });
    all.push((await server.app.inject({ url: `/api/calendar/${token}.ics` })).body);
    await server.notify();
    const emails = server.emails.filter(({ to }) => to === own.username);
    return JSON.stringify([all, emails]);
  }
  const dueJobs = async () =>
    (await server.call('searchJobs', { as: 'client', body: { due: 'overdue' } })).answer.items.length;

  test('sees no due date, no reason and no filter of them unless an admin says so', async () => {
    const read = await answers();
    expect(read).not.toContain('2099');
    expect(read).not.toContain('"due"');
    expect(read).not.toContain('dueDate');
    expect(read).not.toContain(canary);
    server.clock.advance(80 * 365 * day);
    expect(await dueJobs()).toBe(0);
  });

  test('sees the dates of their own jobs, and no reason, once an admin says so', async () => {
    await setDueRules(server, { shownToClients: true });
    const read = await answers();
    expect(read).toContain(date);
    expect(read).not.toContain(canary);
    expect(await dueJobs()).toBe(1);
    const other = await server.call('searchJobs', { as: 'otherClient', body: { due: 'overdue' } });
    expect(other.answer.items).toEqual([]);
  });

  test('sees no date once something is delivered, and sees it again when that is withdrawn', async () => {
    await setDueRules(server, { shownToClients: true });
    const { jobId: delivered } = await newJob(server, {}, { files: [] });
    const seenBy = async (as: 'client' | 'employee') => [
      (await server.call('job', { as, params: { jobId: delivered } })).answer.due,
      (await server.call('searchJobs', { as, body: {} })).answer.items.find((job) => job.jobId === delivered)
        ?.due,
    ];
    const date = expect.objectContaining({ date: expect.any(String) });
    expect(await seenBy('client')).toEqual([date, date]);
    await updateJob(server, { jobId: delivered, version: 1 }, 'employee', {
      deliverable: { deliveryMode: 'WET_STAMPS', copiesNumber: 3 },
    });
    expect(await seenBy('client')).toEqual([null, null]);
    expect(await seenBy('employee')).toEqual([date, date]);
    server.clock.advance(30 * day);
    const isOverdue = async (as: 'client' | 'employee') =>
      (await server.call('searchJobs', { as, body: { due: 'overdue' } })).answer.items.some(
        (job) => job.jobId === delivered,
      );
    expect([await isOverdue('client'), await isOverdue('employee')]).toEqual([false, true]);
    const { deliverables } = (await server.call('job', { as: 'employee', params: { jobId: delivered } }))
      .answer;
    await updateJob(server, { jobId: delivered, version: 1 }, 'employee', {
      withdrawal: { deliverable: deliverables[0]?.key, reason: 'Wrong seal' },
    });
    expect(await seenBy('client')).toEqual([date, date]);
    expect(await isOverdue('client')).toBe(true);
  });

  test('hears of a changed date while they see it, and of none otherwise', async () => {
    const heard = async () => {
      const { cursor } = (await server.call('events', { as: 'client', body: { cursor: null } })).answer;
      const due = { date: '2099-09-10', reason: canary };
      const body = jobUpdate({ jobId, version: 1 }, 'employee', { due });
      expect((await server.call('updateJob', { as: 'employee', body })).code).toBe('');
      return (await server.call('events', { as: 'client', body: { cursor } })).answer.events;
    };
    await setDueRules(server, { shownToClients: true });
    expect(await heard()).toEqual([{ kind: 'job', jobId }]);
    await setDueRules(server);
    expect(await heard()).toEqual([]);
  });
});

onOneDatabase('the rules of due dates', (start) => {
  const server = start.forAll();
  const save = (changes: Partial<DueRules>) =>
    server.call('saveDueRules', { as: 'admin', body: { rules: { ...dueRules, ...changes } } });
  const [everyJob] = dueRules.rules as [DueRules['rules'][0]];

  describe.each<[string, Partial<DueRules>]>([
    ['a zone that is not known', { timeZone: 'America/Springfield' }],
    ['a week without a working day', { weekdays: [] }],
    ['an eighth day', { weekdays: [7] }],
    ['an hour that no day has', { cutOffHour: 25 }],
    ['a country that is not known', { holidays: { country: 'XX', state: '' } }],
    ['a state of another country', { holidays: { country: 'CA', state: 'NY' } }],
    ['a day off that no month has', { daysOff: ['2027-02-30'] }],
    ['no rule', { rules: [] }],
    ['two rules for the same jobs', { rules: [everyJob, { ...everyJob, days: 9 }] }],
    ['half a day', { rules: [{ ...everyJob, days: 0.5 }] }],
    ['a negative number of days', { rules: [{ ...everyJob, days: -1 }] }],
    ['a thousand days', { rules: [{ ...everyJob, days: 1000 }] }],
    ['more rules than fit', { rules: Array.from({ length: 101 }, () => everyJob) }],
  ])('with %s', (_says, changes) => {
    test('are refused', async () => {
      expect(await save(changes)).toMatchObject({ code: 'invalid' });
      expect((await server.call('dueRules', { as: 'admin' })).answer.rules).toBeNull();
    });
  });

  test('show where they lead before they are saved', async () => {
    server.clock.nowMs = monday;
    const { answer } = await server.call('previewDueRules', { as: 'admin', body: { rules: dueRules } });
    expect(answer.dates).toEqual(['2026-11-27', '2026-12-01', '2026-11-24']);
    expect(Object.entries(answer.holidays)[0]).toEqual(['2026-11-26', 'Thanksgiving Day']);
    expect(answer.states).toMatchObject({ NY: 'New York' });
  });

  test('are read back as they were saved, and each change is in the audit trail', async () => {
    await save({});
    const { answer } = await server.call('dueRules', { as: 'admin' });
    expect(answer.rules).toEqual(dueRules);
    expect(answer.countries).toMatchObject({ US: 'United States of America' });
    const names = Object.values(answer.countries);
    expect(names).toEqual(names.toSorted((a, b) => a.localeCompare(b, 'en')));
    const audit = (await server.call('audit', { as: 'admin', body: { action: 'change-due-rules' } })).answer;
    expect(audit.items[0]).toMatchObject({ changes: [{ from: 'off', to: '3 rules, for staff only' }] });
  });

  describe.each<[string, NonNullable<RequestOf<'updateJob'>>]>([
    ['no reason', { due: { date: '2026-12-01', reason: ' ' } } as never],
    ['a day that no month has', { due: { date: '2026-02-30', reason } } as never],
    ['words', { due: { date: 'tomorrow', reason } } as never],
    ['a day of another century', { due: { date: '1999-12-31', reason } } as never],
    ['a reason that is too long', { due: { date: '2026-12-01', reason: 'x'.repeat(501) } } as never],
  ])('do not let a date be changed with %s', (_says, changes) => {
    test('so it is refused', async () => {
      const { jobId, version } = await newJob(server);
      expect(await updateJob(server, { jobId, version }, 'employee', changes)).toMatchObject({
        code: 'invalid',
      });
    });
  });
});
