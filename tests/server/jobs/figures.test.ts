import * as v from 'valibot';
import { beforeAll, expect, test } from 'vitest';
import type { RequestOf } from '../../../src/contract/calls.ts';
import { Figures, type FiguresGroup } from '../../../src/contract/jobs/figures.ts';
import { type JobList, listsOf } from '../../../src/features/figures/figureTables.ts';
import { searchFilterOf } from '../../../src/features/jobs/filters/jobListSearch.ts';
import { setDueRules } from '../../support/server/dueRules.ts';
import { changeJob, newJob, send } from '../../support/server/jobs.ts';
import { type PersonName, people } from '../../support/server/people.ts';
import { onOneDatabase, type TestServer } from '../../support/server/server.ts';

const hourSeconds = 3600;
const request = { weeks: 2, by: 'week', timeZone: 'UTC' } as const satisfies RequestOf<'figures'>;

async function figures(
  server: TestServer,
  more: Partial<RequestOf<'figures'>> = {},
  as: PersonName = 'employee',
): Promise<Figures> {
  const { answer } = await server.call('figures', { as, body: { ...request, ...more } });
  return v.parse(Figures, answer);
}

/** Returns durations in hours: `[count, median, p90]`. */
function hours(durations: Figures['turnaround'] | undefined): number[] | null {
  if (!durations) return null;
  return [durations.count, durations.median / hourSeconds, durations.p90 / hourSeconds];
}

function groupOf({ groups }: Figures, key: string): FiguresGroup | undefined {
  return groups.find((group) => group.key === key);
}

onOneDatabase('figures', (start) => {
  let server: TestServer;
  const jobs: Record<string, string> = {};

  /** Waits until so many hours after the jobs were reported: Saturday, 21 November 2026, 10:30. */
  let clockHours = 0;
  function at(hour: number): void {
    server.clock.advance((hour - clockHours) * hourSeconds);
    clockHours = hour;
  }
  const set = (name: string, changes: object) => changeJob(server, jobs[name] ?? '', changes);
  const write = (name: string, as: PersonName) => send(server, jobs[name] ?? '', as, 'Hello');

  beforeAll(async () => {
    server = await start();
    const both = [{ category: 'STAMP' as const, evServices: ['EE' as const, 'SE' as const] }];
    jobs.plain = (await newJob(server)).jobId;
    jobs.held = (await newJob(server, { jobEVService: both, message: 'Two services, please' })).jobId;
    jobs.silent = (await newJob(server, {}, { as: 'otherClient' })).jobId;
    jobs.reopened = (await newJob(server)).jobId;
    jobs.slow = (await newJob(server)).jobId;
    jobs.byStaff = (await newJob(server, { message: 'As we said on the phone' }, { as: 'employee' })).jobId;
    await set('held', { assignedTo: people.employee.email });
    at(1);
    await write('plain', 'employee');
    await write('byStaff', 'employee');
    at(2);
    await set('held', { status: 'ON_HOLD' });
    await set('reopened', { status: 'COMPLETED' });
    await write('byStaff', 'client');
    at(3);
    await set('held', { assignedTo: people.otherEmployee.email });
    at(4);
    await write('byStaff', 'admin');
    at(5);
    await write('held', 'otherEmployee');
    await write('plain', 'client');
    at(6);
    await set('silent', { status: 'ON_HOLD' });
    await write('plain', 'employee');
    at(8);
    await set('held', { status: 'IN_PROGRESS' });
    at(10);
    await set('plain', { status: 'COMPLETED' });
    await set('held', { status: 'COMPLETED' });
    await set('byStaff', { status: 'CANCELLED' });
    at(20);
    await set('silent', { status: 'COMPLETED' });
    at(30);
    await set('reopened', { status: 'IN_PROGRESS' });
    at(31);
    await set('reopened', { status: 'COMPLETED' });
    // Monday.
    at(40);
    await set('slow', { status: 'COMPLETED' });
    const open = await newJob(server, {}, { as: 'otherClient' });
    await changeJob(server, open.jobId, { assignedTo: people.employee.email, status: 'ON_HOLD' });
    at(41);
    await newJob(server);
  });

  test('have the median and the 90th percentile of turnaround, without time on hold or closed', async () => {
    const all = await figures(server);
    // 3 h reopened, 4 h held, 6 h silent, 10 h plain: the median is between 4 and 6, and 0.9 of the way is 6 + 0.7 × 4.
    expect(hours(groupOf(all, '2026-11-16')?.turnaround)).toEqual([4, 5, 8.8]);
    expect(hours(groupOf(all, '2026-11-23')?.turnaround)).toEqual([1, 40, 40]);
    expect(hours(all.turnaround)).toEqual([5, 6, 28]);
  });

  test('have first answers to what a client wrote, and leave out jobs without any', async () => {
    const all = await figures(server);
    // 1 h plain, 5 h held; staff reported the third job themselves, and answered 2 h after its client first wrote.
    expect(hours(groupOf(all, '2026-11-16')?.firstAnswer)).toEqual([3, 2, 4.4]);
    expect(groupOf(all, '2026-11-23')?.firstAnswer).toBeNull();
  });

  test('count the jobs that were open at the end of each week', async () => {
    const { groups } = await figures(server, { weeks: 3 });
    expect(groups.map(({ key, open }) => [key, open])).toEqual([
      ['2026-11-09', 0],
      ['2026-11-16', 1],
      ['2026-11-23', 2],
    ]);
  });

  test('of a service have every job that has it, and of an assignee the jobs they have now', async () => {
    const services = await figures(server, { by: 'service' });
    expect(services.groups.map(({ key, turnaround }) => [key, hours(turnaround)])).toEqual([
      ['EE', [5, 6, 28]],
      ['SE', [1, 4, 4]],
    ]);
    const { groups } = await figures(server, { by: 'assignee' });
    expect(groups.map(({ key, turnaround }) => [key, hours(turnaround)?.[0]])).toEqual([
      ['', 4],
      [people.otherEmployee.email, 1],
    ]);
    expect(groups[1]).toMatchObject({ name: 'Edda E.', firstAnswer: { count: 1, median: 5 * hourSeconds } });
  });

  test('of a client have their jobs', async () => {
    const { groups, otherGroups } = await figures(server, { by: 'client' });
    expect(groups.map(({ key, name, turnaround }) => [key, name, turnaround?.count])).toEqual([
      [people.client.email, 'Clara C.', 4],
      [people.otherClient.email, 'Otto O.', 1],
    ]);
    expect(otherGroups).toBe(0);
  });

  test('count the open jobs of each assignee, with the oldest and those without an answer', async () => {
    const { load } = await figures(server);
    const monday = server.clock.nowMs / 1000 - hourSeconds;
    expect(load).toEqual([
      { assignedTo: '', name: '', open: 1, onHold: 0, unanswered: 1, oldest: monday + hourSeconds },
      {
        assignedTo: people.employee.email,
        name: 'Emil E.',
        open: 1,
        onHold: 1,
        unanswered: 1,
        oldest: monday,
      },
    ]);
  });

  test('begin weeks on Monday in the time zone that is asked for', async () => {
    // It was still Sunday in Los Angeles when the slow job was completed.
    const { groups } = await figures(server, { timeZone: 'America/Los_Angeles' });
    expect(groups.map(({ key, turnaround }) => [key, turnaround?.count])).toEqual([
      ['2026-11-09', undefined],
      ['2026-11-16', 5],
    ]);
  });

  test('of open and overdue jobs are the lengths of the lists that they lead to', async () => {
    const dated = await start();
    await setDueRules(dated);
    for (let index = 0; index < 20; index += 1) {
      const { jobId } = await newJob(dated, { jobPriority: index % 3 === 0 ? 'HIGH' : 'NORMAL' });
      if (index % 2) await changeJob(dated, jobId, { assignedTo: people.employee.email });
      if (index % 5 === 0) await changeJob(dated, jobId, { status: index % 2 ? 'ON_HOLD' : 'COMPLETED' });
      if (index % 7 === 0) dated.clock.advance(48 * hourSeconds);
    }
    async function length(list: JobList): Promise<number> {
      const { answer } = await dated.call('searchJobs', {
        as: 'employee',
        body: searchFilterOf('all', list, ''),
      });
      expect(answer.startAfter).toBeNull();
      return answer.items.length;
    }
    const { load, groups } = await figures(dated);
    const total = { open: 0, onHold: 0, overdue: 0 };
    for (const one of load) {
      for (const what of ['open', 'onHold', 'overdue'] as const) {
        expect(one[what], `${what} of ${one.assignedTo}`).toBe(await length(listsOf(one.assignedTo)[what]));
        total[what] += one[what] ?? 0;
      }
      expect(one.overdue).toBeGreaterThan(0);
    }
    for (const what of ['open', 'onHold', 'overdue'] as const) {
      expect(total[what], what).toBe(await length(listsOf()[what]));
    }
    expect(total.onHold).toBeGreaterThan(0);
    expect(groups.at(-1)).toMatchObject({ open: total.open, overdue: total.overdue });
    const counts = (await dated.call('stats', { as: 'employee' })).answer;
    expect(counts.due?.overdue).toBe(total.overdue);
  });

  test('have due dates that were met while they are on, and leave them out while they are off', async () => {
    const dated = await start();
    // Every job takes three business days from Monday, 23 November on; Thursday is Thanksgiving.
    await setDueRules(dated);
    const jobs = [await newJob(dated), await newJob(dated), await newJob(dated), await newJob(dated)];
    const [inTime, late, held] = jobs.map(({ jobId }) => jobId);
    const day = 24 * hourSeconds;
    dated.clock.advance(4 * day);
    await changeJob(dated, inTime ?? '', { status: 'COMPLETED' });
    await changeJob(dated, held ?? '', { status: 'ON_HOLD' });
    dated.clock.advance(6 * day);
    await changeJob(dated, late ?? '', { status: 'COMPLETED' });
    // It has waited for its client since before it was due.
    await changeJob(dated, held ?? '', { status: 'COMPLETED' });
    const request = { weeks: 3, timeZone: 'Asia/Tokyo' };
    const on = await figures(dated, request);
    expect(on.dueDates).toEqual({ count: 3, met: 2 });
    expect(on.groups.map(({ key, dueDates, overdue }) => [key, dueDates, overdue])).toEqual([
      ['2026-11-16', null, 0],
      ['2026-11-23', { count: 1, met: 1 }, 2],
      ['2026-11-30', { count: 2, met: 1 }, 1],
    ]);
    expect(on.timeZone).toBe('America/New_York');
    const byClient = await figures(dated, { ...request, by: 'client' });
    expect(byClient.groups).toMatchObject([{ dueDates: { count: 3, met: 2 } }]);
    await setDueRules(dated, null);
    const off = await figures(dated, request);
    expect(JSON.stringify(off)).not.toMatch(/dueDates|overdue|timeZone/);
  });

  test('are empty without jobs', async () => {
    const empty = await start();
    const all = await figures(empty, { by: 'client' });
    expect(all).toMatchObject({ turnaround: null, firstAnswer: null, groups: [], load: [] });
    expect((await figures(empty)).groups).toEqual([
      { key: '2026-11-09', turnaround: null, firstAnswer: null, open: 0 },
      { key: '2026-11-16', turnaround: null, firstAnswer: null, open: 0 },
    ]);
  });

  test.each([
    ['no weeks', { weeks: 0 }],
    ['more weeks than a year', { weeks: 54 }],
    ['half a week', { weeks: 1.5 }],
    ['an unknown group', { by: 'project' }],
    ['an unknown time zone', { timeZone: 'Mars/Olympus' }],
    ['a time zone that is SQL', { timeZone: "UTC'; drop table jobs; --" }],
    ['no time zone', { timeZone: undefined }],
  ])('refuse %s', async (_, wrong) => {
    const body = { ...request, ...wrong } as RequestOf<'figures'>;
    expect(await server.call('figures', { as: 'employee', body })).toMatchObject({
      status: 422,
      code: 'invalid',
    });
  });
});
