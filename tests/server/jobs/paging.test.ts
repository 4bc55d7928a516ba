import { beforeAll, describe, expect, test } from 'vitest';
import { wireValues } from '../../../src/contract/enums.ts';
import { errors } from '../../../src/contract/errors.ts';
import { type JobSort, jobSorts } from '../../../src/contract/jobs/job.ts';
import { pageSize } from '../../../src/contract/limits.ts';
import { newJob, send, updateJob } from '../../support/server/jobs.ts';
import { people } from '../../support/server/people.ts';
import { onOneDatabase, type TestServer } from '../../support/server/server.ts';

type Page<T> = { items: T[]; startAfter: string | null };

/** Every row of a listing, page by page; `between` does something while the reader turns the page. */
async function readAll<T>(page: (startAfter?: string) => Promise<Page<T>>, between?: () => Promise<unknown>) {
  const rows: T[] = [];
  let startAfter: string | null | undefined;
  for (let pages = 0; startAfter !== null; pages++) {
    expect(pages).toBeLessThan(20);
    const answer: Page<T> = await page(startAfter);
    expect(answer.items.length).toBeLessThanOrEqual(pageSize);
    rows.push(...answer.items);
    startAfter = answer.startAfter;
    if (startAfter !== null) await between?.();
  }
  return rows;
}

onOneDatabase('paging', (start) => {
  let server: TestServer;
  const made: string[] = [];
  const username = people.client.email;

  beforeAll(async () => {
    server = await start();
    // All within one second, and every fifth with the same name.
    for (let index = 0; index < 60; index++) {
      const project = index % 5 === 0 ? 'Same' : `Name ${index}`;
      made.push((await newJob(server, { project })).jobId);
      if (index % 7 === 0) await newJob(server, {}, { as: 'otherClient' });
    }
  });

  async function jobs(startAfter?: string) {
    return (
      await server.call('jobs', { as: 'client', body: { username, ...(startAfter && { startAfter }) } })
    ).answer;
  }

  test('of the listing shows 25 a page, newest first, every own job once, though all are of one second', async () => {
    const first = await jobs();
    expect(first.items).toHaveLength(25);
    const rows = await readAll(jobs);
    expect(rows.map(({ jobId }) => jobId)).toEqual([...made].reverse());
    expect(new Set(rows.map(({ createdTimestamp }) => createdTimestamp)).size).toBe(1);
  });

  test('has neither gap nor double while rows are added', async () => {
    const before = [...made];
    const rows = await readAll(jobs, async () => {
      for (let index = 0; index < 3; index++) made.push((await newJob(server)).jobId);
    });
    expect(rows.map(({ jobId }) => jobId)).toEqual(before.reverse());
  });

  test('ends exactly at the last row, with no empty page', async () => {
    const category = 'OTHER' as const;
    for (let index = 0; index < pageSize; index++) {
      await newJob(server, { category, jobDescription: 'More' }, { as: 'otherClient' });
    }
    const body = { categories: [category] };
    const whole = (await server.call('searchJobs', { as: 'otherClient', body })).answer;
    expect(whole.items).toHaveLength(pageSize);
    expect(whole.startAfter).toBeNull();
  });

  describe.each(wireValues(jobSorts))('sorted by %s', (sort) => {
    test('shows every row once, in one order, across pages', async () => {
      const search = async (startAfter?: string) =>
        (await server.call('searchJobs', { as: 'client', body: { sort, ...(startAfter && { startAfter }) } }))
          .answer;
      const rows = await readAll(search);
      expect([...rows.map(({ jobId }) => jobId)].sort()).toEqual([...made].sort());
      const ids = rows.map(({ jobId }) => jobId);
      if (sort === 'newest' || sort === 'updated') expect(ids).toEqual([...made].reverse());
      if (sort === 'oldest') expect(ids).toEqual(made);
      if (sort === 'project') {
        const names = rows.map(({ project }) => project.toLowerCase());
        const inDatabaseOrder = await server.db.query<{ name: string }>(
          'select name from unnest($1::text[]) with ordinality as n (name, place) order by name, place',
          [names],
        );
        expect(names).toEqual(inDatabaseOrder.map(({ name }) => name));
      }
    });
  });

  test('by last change puts a changed job first', async () => {
    server.clock.advance(5);
    const [jobId = ''] = made;
    const job = (await server.call('job', { as: 'client', params: { jobId } })).answer;
    await updateJob(server, job, 'client', { referenceLinks: 'https://a' });
    const { items } = (await server.call('searchJobs', { as: 'client', body: { sort: 'updated' } })).answer;
    expect(items[0]?.jobId).toBe(jobId);
  });

  test('of messages shows every message once, both ways', async () => {
    const jobId = made[0] ?? '';
    const sent: string[] = [];
    for (let index = 0; index < 55; index++) {
      sent.push(
        (await send(server, jobId, index % 2 ? 'client' : 'employee', `Message ${index}`)).communicationId,
      );
    }
    // A client of the specification's sends `username` alone.
    const first = (await server.call('allMessages', { as: 'client', body: { username } })).answer;
    expect(first.items).toHaveLength(25);
    expect(first.startAfter).not.toBeNull();
    for (const order of [undefined, 'newest', 'oldest'] as const) {
      const rows = await readAll(async (startAfter) => {
        const body = { username, ...(order && { order }), ...(startAfter && { startAfter }) };
        return (await server.call('allMessages', { as: 'client', body })).answer;
      });
      const ids = rows.map(({ communicationId }) => communicationId);
      expect(ids).toEqual(order === 'oldest' ? sent : [...sent].reverse());
    }
  });

  const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  test.each([
    ['nonsense', 'nonsense'],
    ['not base64', '%%%'],
    ['no JSON', Buffer.from('{').toString('base64url')],
    ['no list', encoded({ seq: 1 })],
    ['of another listing', encoded(['messages newest', 1])],
    ['of another order', encoded(['jobs oldest', 1])],
    ['with text for a number', encoded(['jobs newest', '1; drop table jobs'])],
    ['with a fraction', encoded(['jobs newest', 1.5])],
    ['with too large a number', encoded(['jobs newest', 1e300])],
    ['with too much', encoded(['jobs newest', 1, 2])],
    ['with too little', encoded(['jobs newest'])],
  ])('refuses a cursor that is %s', async (_, startAfter) => {
    const reply = await server.call('jobs', { as: 'client', body: { username, startAfter } });
    expect(reply.status).toBe(422);
    expect(reply.failure).toEqual({ code: 'bad-cursor', errorMessage: errors['bad-cursor'].message });
  });

  test('by name refuses a cursor with text that no database can store', async () => {
    for (const text of ['a\0b', '\ud800', 'x'.repeat(1000)]) {
      const body = { sort: 'project' as const, startAfter: encoded(['jobs project', text, 1]) };
      expect((await server.call('searchJobs', { as: 'client', body })).code).toBe('bad-cursor');
    }
  });

  test('filters by status, as the wire spells it', async () => {
    const job = await newJob(server);
    await updateJob(server, job, 'employee', { status: 'ON_HOLD' });
    const body = { username, statues: ['ON_HOLD' as const] };
    const { items } = (await server.call('jobs', { as: 'client', body })).answer;
    expect(items.map(({ jobId }) => jobId)).toEqual([job.jobId]);
  });
});

onOneDatabase('paging in the order of a column', (start) => {
  let server: TestServer;
  type Made = { jobId: string; status: number; high: number; assignee: string };
  const made: Made[] = [];
  const statuses = ['IN_PROGRESS', 'ON_HOLD', 'COMPLETED', 'CANCELLED'];
  const assignees = [undefined, people.admin, people.otherEmployee, people.employee];

  beforeAll(async () => {
    server = await start();
    for (let index = 0; index < 60; index++) {
      const { jobId } = await newJob(server, { project: `Name ${index % 3}` });
      // Of each column, one value is shared by more jobs than a page holds.
      const [status, who] = [Math.max(0, (index % 7) - 3), Math.max(0, ((index * 5) % 8) - 4)];
      const high = index % 2;
      const assignee = assignees[who];
      await server.db.query(
        'update jobs set status = $2, job_priority = $3, assigned_to = $4, updated = updated + $5 where job_id = $1',
        [jobId, statuses[status], high ? 'HIGH' : 'NORMAL', assignee?.email ?? '', index % 2],
      );
      const name = assignee ? `${assignee.profile.firstName} ${assignee.profile.lastName}` : '';
      made.push({ jobId, status, high, assignee: name.toLowerCase() });
    }
  });

  /** A stable sort: equal values stay in the order of reporting. */
  function ids(value: (job: Made) => string | number): string[] {
    const rows = made.toSorted((a, b) => {
      const [one, other] = [value(a), value(b)];
      return one < other ? -1 : Number(one > other);
    });
    return rows.map(({ jobId }) => jobId);
  }

  async function listed(sort: JobSort): Promise<string[]> {
    const rows = await readAll(async (startAfter?: string) => {
      const body = { sort, ...(startAfter && { startAfter }) };
      return (await server.call('searchJobs', { as: 'employee', body })).answer;
    });
    return rows.map(({ jobId }) => jobId);
  }

  test('goes by status from open to closed, and back', async () => {
    const expected = ids(({ status }) => status);
    expect(await listed('status')).toEqual(expected);
    expect(await listed('status-desc')).toEqual(expected.toReversed());
  });

  test('goes by assignee, unassigned jobs first, and back', async () => {
    const expected = ids(({ assignee }) => assignee);
    expect(await listed('assignee')).toEqual(expected);
    expect(await listed('assignee-desc')).toEqual(expected.toReversed());
  });

  test('shows high priority first, of those the newest', async () => {
    expect(await listed('priority')).toEqual(ids(({ high }) => high).toReversed());
  });

  test.each([
    ['project', 'project-desc'],
    ['updated-asc', 'updated'],
    ['oldest', 'newest'],
  ] as const)('by %s is that by %s from the end', async (sort, other) => {
    expect(await listed(sort)).toEqual((await listed(other)).toReversed());
  });
});
