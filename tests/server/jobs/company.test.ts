import { expect, test } from 'vitest';
import { wireValues } from '../../../src/contract/enums.ts';
import { jobSorts } from '../../../src/contract/jobs/job.ts';
import { allPages, newJob } from '../../support/server/jobs.ts';
import { people, savePeople } from '../../support/server/people.ts';
import { onOneDatabase, startOfTime, type TestServer } from '../../support/server/server.ts';

onOneDatabase('the jobs of a company', (start) => {
  /** Gives a company so many clients, and each of the first three of them 20 jobs, in turn; the latest first. */
  async function withCompany(server: TestServer, company: string, clients: number): Promise<string[]> {
    const emails = Array.from({ length: clients }, (_, at) => `${company.toLowerCase()}-${at}@ev.test`);
    const everybody = emails.map((email) => ({
      ...people.client,
      email,
      uid: `uid-${email}`,
      profile: { ...people.client.profile, company },
    }));
    await savePeople(server.db, everybody, startOfTime);
    const made: string[] = [];
    for (let at = 0; at < 60; at++) {
      const jobReporter = emails[at % 3] ?? '';
      made.unshift((await newJob(server, { jobReporter }, { as: 'employee' })).jobId);
      if (at % 5 === 0) await newJob(server);
    }
    return made;
  }

  async function listed(server: TestServer, body: object): Promise<string[]> {
    const jobs = await allPages(
      async (from) =>
        (await server.call('searchJobs', { as: 'employee', body: { ...body, ...from } })).answer,
    );
    return jobs.map(({ jobId }) => jobId);
  }

  test.each([
    ['of three clients', 3],
    ['of more clients than are looked up', 101],
  ])('%s are listed once each, in every order, page by page', async (_, clients) => {
    const server = await start();
    const made = await withCompany(server, 'Canary', clients);
    expect(await listed(server, { company: 'canary' })).toEqual(made);
    for (const sort of wireValues(jobSorts)) {
      const all = await listed(server, { company: 'CANARY', sort });
      expect(all.toSorted(), sort).toEqual(made.toSorted());
      expect(
        (await listed(server, { sort })).filter((jobId) => made.includes(jobId)),
        sort,
      ).toEqual(all);
    }
  });

  test('follow its present name, and end with the erasure of a client whose company is not kept', async () => {
    const server = await start();
    await newJob(server, { project: 'Solar field' }, { as: 'otherClient' });
    const profiles = [{ email: people.otherClient.email, company: 'Renamed & Sons' }];
    await server.call('updateProfiles', { as: 'otherClient', body: { profiles } });
    expect(await listed(server, { company: 'Other Panels' })).toEqual([]);
    expect(await listed(server, { company: 'Renamed & Sons' })).toHaveLength(1);
    const erase = { email: people.otherClient.email, keepCompany: false };
    const { code } = await server.call('eraseUser', { as: 'admin', body: erase, key: 'erase' });
    expect(code).toBe('');
    expect(await listed(server, { company: 'Renamed & Sons' })).toEqual([]);
    const [row] = (await server.call('searchJobs', { as: 'employee', body: {} })).answer.items;
    expect(row).toMatchObject({ reporter: 'Former client', jobReporterDetails: { company: '' } });
    expect(JSON.stringify(row)).not.toMatch(/Renamed|Otto/);
  });
});
