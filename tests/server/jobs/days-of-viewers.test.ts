import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { Figures } from '../../../src/contract/jobs/figures.ts';
import { searchFilterOf } from '../../../src/features/jobs/filters/jobListSearch.ts';
import { setDueRules } from '../../support/server/dueRules.ts';
import { allPages, newJob, updateJob } from '../../support/server/jobs.ts';
import { onOneDatabase, type TestServer } from '../../support/server/server.ts';

const hour = 3600;
/** One job for each of them. */
const hours = 76;

/** Returns the calendar day of a moment in a zone: `2026-11-21`. */
function dayIn(timeZone: string, seconds: number): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(seconds * 1000);
}

onOneDatabase('a day of a filter', (start) => {
  let server: TestServer;

  beforeAll(async () => {
    server = await start();
    for (let made = 0; made < hours; made += 1) await newJob(server);
  });
  afterEach(() => vi.unstubAllEnvs());

  test.each([
    ['America/Phoenix', '2026-11-21', 24],
    ['Pacific/Kiritimati', '2026-11-21', 24],
    ['Pacific/Niue', '2026-11-21', 24],
    ['America/New_York', '2026-03-08', 23],
    ['America/New_York', '2026-11-01', 25],
    // Midnight is left out.
    ['Africa/Cairo', '2026-04-24', 23],
    // The last hour before midnight comes twice.
    ['Africa/Cairo', '2026-10-29', 25],
    // Half an hour is left out.
    ['Australia/Lord_Howe', '2026-10-04', 23],
    ['Asia/Kathmandu', '2026-11-21', 24],
  ])('is one of the zone of its viewer: in %s %s has %i jobs', async (zone, day, jobs) => {
    vi.stubEnv('TZ', zone);
    const first = Date.parse(`${day}T00:00:00Z`) / 1000 - 26 * hour;
    await server.db.query(
      'update jobs set created = $1::bigint + (select count(*) from jobs before where before.seq < jobs.seq) * $2::bigint',
      [first, hour],
    );
    const ofDay = Array.from({ length: hours }, (_, at) => first + at * hour).filter(
      (created) => dayIn(zone, created) === day,
    );
    expect(ofDay).toHaveLength(jobs);
    expect(await listed(server, { since: day, until: day })).toEqual(ofDay.toReversed());
    const all = await listed(server, {});
    expect(await listed(server, { since: day })).toEqual(
      all.filter((created) => dayIn(zone, created) >= day),
    );
    expect(await listed(server, { until: day })).toEqual(
      all.filter((created) => dayIn(zone, created) <= day),
    );
  });
});

onOneDatabase('a due date', (start) => {
  const server = start.forAll();
  afterEach(() => vi.unstubAllEnvs());

  /** Whether the lists, their counts and the figures have the job as overdue, or as due soon. */
  async function filtersOf(jobId: string) {
    const as = 'employee';
    const counts = (await server.call('stats', { as })).answer.due;
    async function has(due: 'overdue' | 'soon') {
      const { items } = (await server.call('searchJobs', { as, body: searchFilterOf('all', { due }, '') }))
        .answer;
      expect(counts?.[due], due).toBe(items.length);
      return items.some((job) => job.jobId === jobId);
    }
    const isIn = { overdue: await has('overdue'), soon: await has('soon') };
    const body = { weeks: 1, by: 'week', timeZone: 'UTC' } as const;
    const { load, groups } = (await server.call('figures', { as, body })).answer as Figures;
    expect(load.reduce((sum, { overdue = 0 }) => sum + overdue, 0)).toBe(counts?.overdue);
    expect(groups[0]?.overdue).toBe(counts?.overdue);
    return isIn;
  }

  test.each([
    ['America/New_York', '2027-03-13'],
    // 23 hours, and the next day has them too.
    ['America/New_York', '2027-03-14'],
    // Midnight after it is left out.
    ['Africa/Cairo', '2027-04-29'],
    ['Pacific/Kiritimati', '2027-07-01'],
    ['Australia/Lord_Howe', '2027-10-03'],
    // Its last hour comes twice.
    ['Africa/Cairo', '2027-10-28'],
    // 25 hours.
    ['America/New_York', '2027-11-07'],
  ])('has passed when its day ends in the firm’s zone: in %s %s', async (timeZone, date) => {
    vi.stubEnv('TZ', 'Pacific/Niue');
    server.clock.nowMs = Date.parse(`${date}T00:00:00Z`) - 40 * hour * 1000;
    await setDueRules(server, { timeZone, holidays: null });
    const job = await newJob(server);
    const due = { date, reason: 'Promised on the phone' };
    await updateJob(server, job, 'employee', { due });
    const { answer } = await server.call('job', { as: 'employee', params: { jobId: job.jobId } });
    const { end = 0 } = answer.due ?? {};
    expect([dayIn(timeZone, end - 1), answer.due?.date]).toEqual([date, date]);
    expect(dayIn(timeZone, end) > date).toBe(true);
    server.clock.nowMs = (end - 1) * 1000;
    expect(await filtersOf(job.jobId)).toEqual({ overdue: false, soon: true });
    server.clock.nowMs = end * 1000;
    expect(await filtersOf(job.jobId)).toEqual({ overdue: true, soon: false });
  });
});

/** Returns when the jobs of the list were submitted, all pages of it. */
async function listed(server: TestServer, search: { since?: string; until?: string }): Promise<number[]> {
  const found = await allPages(
    async (from) =>
      (
        await server.call('searchJobs', {
          as: 'employee',
          body: { ...searchFilterOf('all', search, ''), ...from },
        })
      ).answer,
  );
  return found.map(({ createdTimestamp }) => createdTimestamp);
}
