import { beforeAll, expect, test } from 'vitest';
import { renewOrder } from '../../../server/data/db/renewOrder.ts';
import { allPages, newJob, updateJob } from '../../support/server/jobs.ts';
import { people, savePeople } from '../../support/server/people.ts';
import { onBothDatabases, startOfTime, type TestServer } from '../../support/server/server.ts';

/** As a reader looks for them. */
const ordered = [
  'Aber',
  'Ångström',
  'arroyo',
  'Élan',
  'Elm',
  'Łaski',
  'Lima',
  'Ñandú',
  'Oak',
  'Óbidos',
  'Šibenik',
  'zócalo',
  'Zuni',
];
const shuffled = ordered.toSorted((one, other) =>
  [...one]
    .reverse()
    .join('')
    .localeCompare([...other].reverse().join('')),
);

onBothDatabases('names of any language', (start) => {
  let server: TestServer;
  const emailOf = new Map(ordered.map((name, at) => [name, `person-${at}@ev.test`]));
  beforeAll(async () => {
    server = await start();
    const staff = shuffled.map((firstName) => {
      const email = emailOf.get(firstName) ?? '';
      return {
        ...people.employee,
        email,
        uid: `uid-${email}`,
        profile: { ...people.employee.profile, firstName, company: 'Éclat Ñ' },
      };
    });
    await savePeople(server.db, staff, startOfTime);
    // More than a page, each project three times.
    for (const project of [...shuffled, ...shuffled, ...shuffled]) {
      const job = await newJob(server, { project, jobReporter: people.client.email }, { as: 'admin' });
      await updateJob(server, job, 'admin', { assignedTo: emailOf.get(project) ?? '' });
    }
  });

  async function listed(body: object): Promise<string[]> {
    const jobs = await allPages(
      async (from) => (await server.call('searchJobs', { as: 'admin', body: { ...body, ...from } })).answer,
    );
    return jobs.map(({ project }) => project);
  }
  const thrice = (names: readonly string[]) => names.flatMap((name) => [name, name, name]);

  test.each(['project', 'assignee'] as const)(
    'are in the order of readers by %s, both ways, page by page',
    async (sort) => {
      expect(await listed({ sort })).toEqual(thrice(ordered));
      expect(await listed({ sort: `${sort}-desc` })).toEqual(thrice(ordered.toReversed()));
    },
  );

  test('are so among those to whom a job can be assigned', async () => {
    const { answer } = await server.call('employees', { as: 'admin', body: {} });
    const made = answer.filter(({ email }) => [...emailOf.values()].includes(email));
    expect(made.map(({ email }) => email)).toEqual(ordered.map((name) => emailOf.get(name)));
  });

  test('are found in any case as a company', async () => {
    await savePeople(
      server.db,
      [
        {
          ...people.client,
          email: 'c@ev.test',
          uid: 'uid-c',
          profile: { ...people.client.profile, company: 'Éclair Łódź' },
        },
      ],
      startOfTime,
    );
    await newJob(server, { project: 'Canary', jobReporter: 'c@ev.test' }, { as: 'admin' });
    expect(await listed({ company: 'ÉCLAIR łÓDŹ' })).toEqual(['Canary']);
  });

  test('are read from an index, which is built anew for another version of their order', async () => {
    const plan = await server.db.tx(async (tx) => {
      await tx.script('set local enable_seqscan = off; set local enable_sort = off');
      return tx.query('explain select 1 from jobs j order by lower(j.project collate names), j.seq limit 1');
    });
    expect(JSON.stringify(plan)).toContain('jobs_by_project_name');
    await server.db.query("update pg_collation set collversion = '1' where collname = 'names'");
    await renewOrder(server.db);
    const [renewed] = await server.db.query(
      "select collversion = pg_collation_actual_version(oid) as is_now from pg_collation where collname = 'names'",
    );
    expect(renewed).toEqual({ is_now: true });
    expect(await listed({ sort: 'project', company: people.client.profile.company })).toEqual(
      thrice(ordered),
    );
  });
});
