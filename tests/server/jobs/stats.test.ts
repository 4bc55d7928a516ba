import { beforeAll, expect, test } from 'vitest';
import type { RequestOf } from '../../../src/contract/calls.ts';
import { dueFilters } from '../../../src/contract/due/dueDates.ts';
import {
  type Category,
  categories,
  type JobStatus,
  jobStatuses,
  wireValues,
} from '../../../src/contract/enums.ts';
import {
  type JobListingCategory,
  type JobStats,
  jobListingCategories,
} from '../../../src/contract/jobs/job.ts';
import { inboxParts } from '../../../src/contract/messages/message.ts';
import { searchFilterOf, tabCount, tileSearches } from '../../../src/features/jobs/filters/jobListSearch.ts';
import { setDueRules } from '../../support/server/dueRules.ts';
import { allPages, changeJob, newJob, send } from '../../support/server/jobs.ts';
import { type PersonName, people } from '../../support/server/people.ts';
import { onOneDatabase, type TestServer } from '../../support/server/server.ts';

const daySeconds = 86_400;

/** How many jobs a search finds over all its pages. */
async function found({ call }: TestServer, as: PersonName, search: RequestOf<'searchJobs'>): Promise<number> {
  return (
    await allPages(async (from) => (await call('searchJobs', { as, body: { ...search, ...from } })).answer)
  ).length;
}

/** How many rows a list of messages has over all its pages. */
async function messages(
  { call }: TestServer,
  as: PersonName,
  filter: Omit<RequestOf<'allMessages'>, 'username'>,
): Promise<number> {
  const body = { username: people[as].email, ...filter };
  return (
    await allPages(async (from) => (await call('allMessages', { as, body: { ...body, ...from } })).answer)
  ).length;
}

/** Every part of the inbox has as many rows as its count says. */
async function expectInbox(server: TestServer, as: PersonName, inbox: JobStats['inbox']) {
  for (const part of inboxParts) expect(inbox?.[part], part).toBe(await messages(server, as, { part }));
}

/** Every number must be the length of the list with the same filter. */
async function expectLists(
  server: TestServer,
  as: PersonName,
  stats: JobStats,
  search: RequestOf<'searchJobs'>,
) {
  const count = (more: RequestOf<'searchJobs'>) => found(server, as, { ...search, ...more });
  expect(stats.total).toBe(await count({}));
  for (const status of Object.keys(jobStatuses) as JobStatus[]) {
    expect(stats.byStatus[status], status).toBe(await count({ statuses: [status] }));
  }
  for (const category of Object.keys(categories) as Category[]) {
    expect(stats.byCategory[category], category).toBe(await count({ categories: [category] }));
  }
  for (const tab of Object.keys(jobListingCategories) as JobListingCategory[]) {
    expect(tabCount(tab, stats), tab).toBe(await count(searchFilterOf(tab, {}, '')));
  }
  for (const [name, tile] of Object.entries(tileSearches)) {
    if (name === 'unassigned' && search.assignedTo !== undefined) continue;
    expect(stats[name as keyof typeof tileSearches], name).toBe(await count(searchFilterOf('all', tile, '')));
  }
  for (const due of wireValues(dueFilters)) {
    const isShown = as === 'employee' || as === 'admin';
    expect(stats.due?.[due], due).toBe(isShown ? await count(searchFilterOf('all', { due }, '')) : undefined);
  }
  expect(stats.newMessages).toBe(await messages(server, as, { status: 'NEW', toMe: true }));
}

onOneDatabase('counts', (start) => {
  const server = start.forAll();
  beforeAll(async () => {
    await setDueRules(server);
    const ids: string[] = [];
    for (let index = 0; index < 34; index++) {
      const as = index % 3 === 0 ? 'otherClient' : 'client';
      const job = await newJob(
        server,
        {
          category: (['STAMP', 'RE_STAMP', 'OTHER'] as const)[index % 3 === 2 ? index % 2 : 0] ?? 'STAMP',
          jobPriority: index % 5 === 0 ? 'HIGH' : 'NORMAL',
        },
        { as },
      );
      ids.push(job.jobId);
      // Some are overdue by now, and some due soon, of each client and of the employee.
      if (index === 11) server.clock.advance(14 * daySeconds);
      if (index === 23) server.clock.advance(3 * daySeconds);
    }
    const statuses = ['ON_HOLD', 'COMPLETED', 'CANCELLED'] as const;
    for (const [index, jobId] of ids.entries()) {
      if (index % 2) await changeJob(server, jobId, { assignedTo: people.employee.email });
      const status = statuses[index % 4];
      if (status) await changeJob(server, jobId, { status });
      if (index % 5 === 0) await send(server, jobId, 'employee', 'From staff');
      if (index % 7 === 0) await send(server, jobId, index % 3 === 0 ? 'otherClient' : 'client', 'To staff');
      if (index === 21) await send(server, jobId, 'employee', 'An answer');
      if (index !== 23) continue;
      const { sequence: seen } = await send(server, jobId, 'client', 'Later');
      await server.call('snooze', { as: 'employee', body: { jobId, until: 4_000_000_000, seen } });
    }
  });

  test('of all jobs are the lengths of the lists of staff', async () => {
    const { answer } = await server.call('stats', { as: 'employee' });
    expect(answer.total).toBe(34);
    const high = await found(server, 'employee', { jobPriority: 'HIGH' });
    // Some of them are closed.
    expect(answer.highPriority).toBeLessThan(high);
    expect(answer.newMessages).toBeGreaterThan(0);
    expect(answer.due).toEqual({ soon: expect.any(Number), overdue: expect.any(Number) });
    await expectLists(server, 'employee', answer, {});
    await expectLists(server, 'admin', (await server.call('stats', { as: 'admin' })).answer, {});
  });

  test.each(['client', 'otherClient'] as const)('of %s are the lengths of their own lists', async (as) => {
    const { email } = people[as];
    const { answer } = await server.call('userStats', { as, params: { email } });
    expect(answer.total).toBeGreaterThan(10);
    await expectLists(server, as, answer, {});
    await expectInbox(server, as, answer.inbox);
  });

  test('of a client, asked by staff, are the lengths of the lists of that reporter', async () => {
    const { email } = people.client;
    const { answer } = await server.call('userStats', { as: 'employee', params: { email } });
    await expectLists(server, 'employee', answer, { jobReporter: email });
    expect(answer.due?.overdue).toBeGreaterThan(0);
    expect(answer).not.toHaveProperty('inbox');
  });

  test('of a member of staff are the jobs assigned to them', async () => {
    const { email } = people.employee;
    const { answer } = await server.call('userStats', {
      as: 'employee',
      params: { email: email.toUpperCase() },
    });
    expect(answer.total).toBe(17);
    expect(answer.due?.soon).toBeGreaterThan(0);
    expect(answer.due?.overdue).toBeGreaterThan(0);
    await expectLists(server, 'employee', answer, { assignedTo: email });
    await expectInbox(server, 'employee', answer.inbox);
    expect(Math.min(...inboxParts.map((part) => answer.inbox?.[part] ?? 0))).toBeGreaterThan(0);
  });

  test('of a user without jobs are all zero', async () => {
    const { email } = people.otherEmployee;
    const { answer } = await server.call('userStats', { as: 'admin', params: { email } });
    expect(answer).toMatchObject({ total: 0, highPriority: 0, unassigned: 0 });
    expect(answer.byStatus).toEqual({ IN_PROGRESS: 0, ON_HOLD: 0, COMPLETED: 0, CANCELLED: 0 });
  });

  test('of another user are not found for a client', async () => {
    for (const { email } of [people.otherClient, people.employee, people.admin]) {
      expect((await server.call('userStats', { as: 'client', params: { email } })).code).toBe('not-found');
    }
  });
});
