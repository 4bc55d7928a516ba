import { beforeAll, expect, test } from 'vitest';
import type { ApprovedCaller } from '../../../server/access/access.ts';
import type { Queryable } from '../../../server/data/db/db.ts';
import { searchJobs } from '../../../server/data/jobs/jobQuery.ts';
import type { RequestOf } from '../../../src/contract/calls.ts';
import { dueSoonSeconds } from '../../../src/contract/due/dueDates.ts';
import type { JobStatus } from '../../../src/contract/enums.ts';
import { pageSize } from '../../../src/contract/limits.ts';
import { setDueRules } from '../../support/server/dueRules.ts';
import { allPages, newJob } from '../../support/server/jobs.ts';
import { onOneDatabase, type TestServer } from '../../support/server/server.ts';

type Search = RequestOf<'searchJobs'>;

onOneDatabase('the order by due date', (start) => {
  let server: TestServer;
  /** Ids of jobs in the order in which they were reported, and in that of their due dates. */
  const reported: string[] = [];
  let byDue: string[] = [];
  const ends = new Map<string, number>();
  let undated: string[] = [];
  let others: string[] = [];

  beforeAll(async () => {
    server = await start();
    for (let index = 0; index < 3 * pageSize; index++) reported.push((await newJob(server)).jobId);
    await setDueRules(server);
    async function set(jobId: string, end: number | null, status: JobStatus = 'IN_PROGRESS') {
      if (end !== null) ends.set(jobId, end);
      await server.db.query(
        `update jobs set due_end = $2::bigint, due_day = case when $2::bigint is null then null else '2026-12-01' end, status = $3
          where job_id = $1`,
        [jobId, end, status],
      );
    }
    for (const [index, jobId] of reported.entries()) {
      // Every fifth is on hold or closed with the earliest dates of all; some have none; four of the others share each date.
      if (index % 5 === 0) await set(jobId, 1, index % 2 ? 'ON_HOLD' : 'COMPLETED');
      else await set(jobId, index % 7 === 0 ? null : 2_000_000_000 - (index >> 2) * 86_400);
    }
    others = reported.filter((_, index) => index % 5 === 0);
    undated = reported.filter((jobId) => !ends.has(jobId));
    byDue = reported
      .filter((jobId) => (ends.get(jobId) ?? 0) > 1)
      .sort((a, b) => (ends.get(a) ?? 0) - (ends.get(b) ?? 0) || reported.indexOf(a) - reported.indexOf(b));
  });

  async function listed(body: Search, as: 'employee' | 'client' = 'employee'): Promise<string[]> {
    const jobs = await allPages(
      async (from) => (await server.call('searchJobs', { as, body: { ...body, ...from } })).answer,
    );
    return jobs.map(({ jobId }) => jobId);
  }

  /** Returns how the database reads a page, where neither sorting nor reading all jobs would do. */
  async function planOf(search: Search): Promise<string> {
    const reader = { profile: { userType: 'EMPLOYEE' } } as ApprovedCaller;
    const plans: string[] = [];
    await server.db.tx(async (tx) => {
      // What the planner knows must not depend on when the database looks by itself.
      await tx.query('analyze jobs');
      await tx.query('set local enable_sort = off');
      await tx.query('set local enable_seqscan = off');
      const explaining: Queryable = {
        async query<R>(sql: string, params: readonly unknown[] = []) {
          if (!sql.includes('from jobs')) return tx.query<R>(sql, params);
          const rows = await tx.query<{ 'QUERY PLAN': string }>(`explain ${sql}`, params);
          plans.push(...rows.map((row) => row['QUERY PLAN']));
          return [];
        },
      };
      await searchJobs(explaining, reader, search);
    });
    return plans.join('\n');
  }

  test('lists what is due soonest first across pages, then jobs without a date, then those whose clock does not run', async () => {
    expect(await listed({ sort: 'due' })).toEqual([...byDue, ...undated, ...others]);
    expect(await listed({ sort: 'due', statuses: ['IN_PROGRESS'] })).toEqual([...byDue, ...undated]);
  });

  test('lists the latest date first in reverse, and jobs without a date last again', async () => {
    const dated = byDue.toReversed();
    const rest = [...undated.toReversed(), ...others.toReversed()];
    expect(await listed({ sort: 'due-desc' })).toEqual([...dated, ...rest]);
    expect(await listed({ sort: 'due-desc', statuses: ['IN_PROGRESS'] })).toEqual([
      ...dated,
      ...undated.toReversed(),
    ]);
  });

  test('lists what is overdue, or due soon, in each order, across pages', async () => {
    // Half a day after the date of some jobs: more than a page are overdue, and some are neither.
    const now = 2_000_000_000 - 6 * 86_400 + 43_200;
    server.clock.nowMs = now * 1000;
    const between = (after: number, until: number) =>
      byDue.filter((jobId) => (ends.get(jobId) ?? 0) > after && (ends.get(jobId) ?? 0) <= until);
    const dated = { overdue: between(1, now), soon: between(now, now + dueSoonSeconds) };
    expect(dated.overdue.length).toBeGreaterThan(pageSize);
    expect(dated.soon).not.toEqual([]);
    for (const due of ['overdue', 'soon'] as const) {
      expect(new Set(await listed({ due }))).toEqual(new Set(dated[due]));
      expect(await listed({ due, sort: 'due' })).toEqual(dated[due]);
      expect(await listed({ due, sort: 'due-desc' })).toEqual(dated[due].toReversed());
      expect(await listed({ due, sort: 'due', statuses: ['IN_PROGRESS'] })).toEqual(dated[due]);
      expect(await listed({ due, sort: 'due', statuses: ['ON_HOLD'] })).toEqual([]);
    }
    expect(dated.overdue.length + dated.soon.length).toBeLessThan(byDue.length);
  });

  test('goes with other filters, a search for words, and an export', async () => {
    const held = others.filter((jobId) => reported.indexOf(jobId) % 2 === 1);
    expect(await listed({ sort: 'due', statuses: ['ON_HOLD'] })).toEqual(held);
    expect(await listed({ sort: 'due', text: 'project', statuses: ['IN_PROGRESS'] })).toEqual([
      ...byDue,
      ...undated,
    ]);
    const [first = ''] = byDue;
    const { jobCode } = (await server.call('job', { as: 'employee', params: { jobId: first } })).answer;
    const { bytes } = await server.call('download', { as: 'employee', body: { format: 'csv', sort: 'due' } });
    expect(bytes.toString().split('\n')[1]).toContain(jobCode);
  });

  test('is that of age for a client to whom the rules show no dates, and refuses the cursor of another order', async () => {
    expect(await listed({ sort: 'due' }, 'client')).toEqual(reported.toReversed());
    const { startAfter } = (await server.call('searchJobs', { as: 'employee', body: { sort: 'due' } }))
      .answer;
    const reply = await server.call('searchJobs', {
      as: 'client',
      body: { sort: 'due', startAfter: startAfter ?? '' },
    });
    expect(reply).toMatchObject({ code: 'bad-cursor' });
  });

  test.each([
    ['due', 'jobs_by_due_order'],
    ['due-desc', 'jobs_by_due_desc_order'],
  ] as const)(
    '%s walks its index, and no further than the jobs in progress or due soon',
    async (sort, index) => {
      for (const filter of [{ statuses: ['IN_PROGRESS'] }, { due: 'soon' }] satisfies Search[]) {
        expect(await planOf({ sort, ...filter })).toMatch(
          new RegExp(`${index} on jobs.*\\n.*Index Cond: \\(\\(?CASE`),
        );
      }
    },
  );

  test('of the open jobs of one assignee reads these alone', async () => {
    const plan = await planOf({
      sort: 'due',
      assignedTo: 'ada@ev.test',
      statuses: ['IN_PROGRESS', 'ON_HOLD'],
    });
    expect(plan).toMatch(/jobs_by_assignee_due on jobs.*\n.*Index Cond: \(assigned_to = /);
  });

  test('is not what open jobs of high priority need: an index has these alone', async () => {
    const plan = await planOf({ jobPriority: 'HIGH', statuses: ['IN_PROGRESS', 'ON_HOLD'] });
    expect(plan).toMatch(/jobs_open_high on jobs/);
  });

  test('is shown to a client by rules that show the dates, and is that of age once due dates are off', async () => {
    await setDueRules(server, { shownToClients: true });
    const ids = await listed({ sort: 'due' }, 'client');
    expect(ids.slice(-others.length)).toEqual(others);
    await setDueRules(server, null);
    expect(await listed({ sort: 'due' })).toEqual(reported.toReversed());
  });
});
