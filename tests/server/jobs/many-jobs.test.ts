import { beforeAll, expect, test } from 'vitest';
import { foldCounts } from '../../../server/data/jobs/stats.ts';
import type { JobSort } from '../../../src/contract/jobs/job.ts';
import { pageSize } from '../../../src/contract/limits.ts';
import { fillJobs } from '../../bench/dataset.ts';
import { people } from '../../support/server/people.ts';
import { onOneDatabase, startOfTime } from '../../support/server/server.ts';

/** More than are looked through for words. */
const count = 3600;
const pages = 6;
/** So many of the oldest are of the other client, who has many as well. */
const oldest = 600;

onOneDatabase('of many jobs', (start) => {
  const server = start.forAll();
  beforeAll(async () => {
    await fillJobs(server.db, { count, reporter: people.client.email, nowMs: startOfTime });
    await server.db.query(
      `update jobs set
         assigned_to = case when seq % 100 = 0 then '' else coalesce(($1::text[])[seq % 100], $2) end,
         job_reporter = case when seq <= $4 then $3 else job_reporter end,
         search = case when seq % 200 = 7 then search || 'sycamore'
           when seq > 1100 or seq = 300 then search || 'larch' else search end`,
      [
        [people.otherEmployee.email, people.employee.email],
        people.admin.email,
        people.otherClient.email,
        oldest,
      ],
    );
    await server.db.query('analyze');
  });

  async function page(sort: JobSort, startAfter: string | null, more: object = {}) {
    const body = { sort, ...more, ...(startAfter !== null && { startAfter }) };
    return (await server.call('searchJobs', { as: 'employee', body })).answer;
  }

  /** The ids in the order of the names, as one plain statement has them. */
  async function byName(direction: 'asc' | 'desc'): Promise<string[]> {
    const rows = await server.db.query<{ job_id: string }>(
      `select job_id from jobs left join users on email = assigned_to
        order by lower(coalesce(first_name || ' ' || last_name, '')) ${direction}, jobs.seq ${direction}`,
    );
    return rows.map(({ job_id }) => job_id);
  }

  test.each([
    ['assignee', 'asc', {}],
    ['assignee-desc', 'desc', {}],
    ['assignee', 'asc', { text: 'main' }],
  ] as const)('sorted by %s, every page follows the one before', async (sort, direction, more) => {
    const expected = await byName(direction);
    const seen: string[] = [];
    let startAfter: string | null = null;
    do {
      const answer: Awaited<ReturnType<typeof page>> = await page(sort, startAfter, more);
      seen.push(...answer.items.map(({ jobId }) => jobId));
      startAfter = answer.startAfter;
    } while (startAfter !== null && seen.length < pages * pageSize);
    expect(seen).toEqual(expected.slice(0, seen.length));
    expect(seen).toHaveLength(pages * pageSize);
  });

  test('a renamed assignee’s jobs are sorted under the new name, and none is written anew', async () => {
    const places = () => server.db.query('select job_id, ctid::text from jobs order by seq');
    const before = await places();
    await server.db.query("update users set first_name = 'Zoe' where email = $1", [
      people.otherEmployee.email,
    ]);
    const { items } = await page('assignee-desc', null);
    expect(items.map(({ jobId }) => jobId)).toEqual((await byName('desc')).slice(0, pageSize));
    expect(items[0]?.assignedTo).toBe(people.otherEmployee.email);
    expect(await places()).toEqual(before);
  });

  test('the jobs of two of one name are sorted as one’s', async () => {
    await server.db.query("update users set first_name = 'Emil', last_name = 'Employee' where email = $1", [
      people.otherEmployee.email,
    ]);
    const first = await page('assignee-desc', null);
    const second = await page('assignee-desc', first.startAfter);
    const ids = [...first.items, ...second.items].map(({ jobId }) => jobId);
    expect(ids).toEqual((await byName('desc')).slice(0, 2 * pageSize));
    const assignees = new Set(second.items.concat(first.items).map(({ assignedTo }) => assignedTo));
    expect([...assignees].sort()).toEqual([people.otherEmployee.email, people.employee.email]);
  });

  test.each(['newest', 'oldest'] as const)(
    'the jobs of some days come %s first, page after page',
    async (sort) => {
      const createdFrom = Date.parse('2026-11-20T00:00:00Z') / 1000;
      const days = { createdFrom, createdBefore: createdFrom + 86_400 };
      const rows = await server.db.query<{ job_id: string }>(
        `select job_id from jobs where to_timestamp(created) at time zone 'UTC' >= '2026-11-20'
          and to_timestamp(created) at time zone 'UTC' < '2026-11-21' order by seq ${sort === 'newest' ? 'desc' : 'asc'}`,
      );
      expect(rows.length).toBeGreaterThan(2 * pageSize);
      const first = await page(sort, null, days);
      const second = await page(sort, first.startAfter, days);
      expect([...first.items, ...second.items].map(({ jobId }) => jobId)).toEqual(
        rows.slice(0, 2 * pageSize).map(({ job_id }) => job_id),
      );
    },
  );

  test.each(['employee', 'client'] as const)(
    '%s finds rare words as well as frequent ones, newest first',
    async (as) => {
      const first = async (text: string) => {
        const { items } = (await server.call('searchJobs', { as, body: { text } })).answer;
        return items.map(({ jobId }) => Number(jobId.slice(4)));
      };
      const rare = Array.from({ length: 18 }, (_, index) => 3407 - index * 200).filter(
        (seq) => as === 'employee' || seq > oldest,
      );
      expect(await first('syca')).toEqual(rare);
      expect(await first('main syca')).toEqual(rare);
      expect(await first('syca code1207')).toEqual([1207]);
      expect(await first('mai stre')).toEqual(Array.from({ length: pageSize }, (_, index) => count - index));
      expect(await first('main nowhere')).toEqual([]);
      expect(await first('…')).toEqual([]);
    },
  );

  test('jobs are found by the company of their reporter, beside a word of their own', async () => {
    const first = async (as: 'employee' | 'otherClient', text: string) => {
      const { items } = (await server.call('searchJobs', { as, body: { text } })).answer;
      return items.map(({ jobId }) => Number(jobId.slice(4)));
    };
    const theirs = Array.from({ length: pageSize }, (_, index) => oldest - index);
    for (const as of ['employee', 'otherClient'] as const) {
      expect(await first(as, 'panels')).toEqual(theirs);
      expect(await first(as, 'main panel othe')).toEqual(theirs);
      expect(await first(as, 'syca panels')).toEqual([407, 207, 7]);
      expect(await first(as, 'panels roofs')).toEqual([]);
    }
    expect(await first('employee', 'roofs')).toEqual(
      Array.from({ length: pageSize }, (_, index) => count - index),
    );
    expect(await first('otherClient', 'roofs')).toEqual([]);
  });

  test('words that others have often are found where a client has them once', async () => {
    const { items } = (await server.call('searchJobs', { as: 'otherClient', body: { text: 'larch' } }))
      .answer;
    expect(items.map(({ jobId }) => jobId)).toEqual(['job-300']);
  });

  test('the stored counts equal those of the jobs, also after they were folded', async () => {
    const kept = async () => (await server.call('stats', { as: 'employee' })).answer;
    await server.db.query("update jobs set status = 'ON_HOLD' where seq % 5 = 0");
    await server.db.query("update jobs set category = 'OTHER', assigned_to = '' where seq % 7 = 0");
    const [counted] = await server.db.query<Record<string, number>>(
      `select count(*) as total, count(*) filter (where status = 'ON_HOLD') as held,
         count(*) filter (where category = 'OTHER') as other, count(*) filter (where job_priority = 'HIGH' and status in ('IN_PROGRESS', 'ON_HOLD')) as high,
         count(*) filter (where assigned_to = '' and status in ('IN_PROGRESS', 'ON_HOLD')) as unassigned from jobs`,
    );
    const before = await kept();
    expect(before).toMatchObject({
      total: counted?.total,
      highPriority: counted?.high,
      unassigned: counted?.unassigned,
      byStatus: { ON_HOLD: counted?.held },
      byCategory: { OTHER: counted?.other },
    });
    await foldCounts(server.db);
    expect(await kept()).toEqual(before);
    const kinds = await server.db.query('select from jobs group by status, category');
    expect(await server.db.query('select 1 from job_counts')).toHaveLength(kinds.length);
  });
});
