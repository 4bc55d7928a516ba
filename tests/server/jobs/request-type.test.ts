import { expect, test } from 'vitest';
import type { RequestOf } from '../../../src/contract/calls.ts';
import type { JobDetails } from '../../../src/contract/jobs/jobDetails.ts';
import { newJob, updateJob } from '../../support/server/jobs.ts';
import type { PersonName } from '../../support/server/people.ts';
import { onOneDatabase } from '../../support/server/server.ts';

type Changes = Partial<RequestOf<'updateJob'>>;

const stamp = { category: 'STAMP', evServices: ['EE'] } as const;
const reStamp = { category: 'RE_STAMP', evServices: ['SE'] } as const;
const sentence = (services: string) =>
  `Select at least one service under “${services} services”, or change the request type.`;

onOneDatabase('the request type of a changed job', (start) => {
  const server = start.forAll();

  async function change(job: JobDetails, changes: Changes, as: PersonName = 'client') {
    return updateJob(server, job, as, changes);
  }

  test.each<[string, Changes, string]>([
    ['another type without a service', { category: 'RE_STAMP' }, 'Re-stamp'],
    ['services of another type', { jobServiceUpdate: [reStamp] }, 'Stamp'],
    ['a type, and services of others', { category: 'OTHER', jobServiceUpdate: [stamp, reStamp] }, 'Other'],
  ])('must be one of its services: %s', async (_, changes, services) => {
    for (const as of ['client', 'employee'] as const) {
      const job = await newJob(server);
      const { failure } = await change(job, { jobDescription: 'Look at the roof', ...changes }, as);
      expect(failure).toMatchObject({
        code: 'invalid',
        issues: [{ field: 'category', message: sentence(services) }],
      });
      const { answer } = await server.call('job', { as, params: { jobId: job.jobId } });
      expect([answer.version, answer.category, answer.jobEVService]).toEqual([1, 'STAMP', [stamp]]);
    }
  });

  test.each<[string, Changes]>([
    ['both change together', { category: 'RE_STAMP', jobServiceUpdate: [reStamp] }],
    ['services of other types are added', { jobServiceUpdate: [stamp, reStamp] }],
    ['neither is named', { project: 'Renamed' }],
    ['both are named as they are', { category: 'STAMP', jobServiceUpdate: [stamp], project: 'Renamed' }],
  ])('may stay or change where %s', async (_, changes) => {
    const job = await newJob(server);
    expect((await change(job, changes)).code).toBe('');
  });

  test('keeps no job that disagrees from being changed otherwise', async () => {
    const job = await newJob(server, { category: 'RE_STAMP', jobEVService: [stamp] });
    const { job: renamed } = (await change(job, { project: 'Renamed', category: 'RE_STAMP' })).answer;
    expect([renamed.project, renamed.category]).toEqual(['Renamed', 'RE_STAMP']);
    const { job: held } = (await change(renamed, { status: 'ON_HOLD' }, 'employee')).answer;
    expect((await change(held, { jobServiceUpdate: [{ ...stamp, evServices: ['SE'] }] })).code).toBe(
      'invalid',
    );
    expect((await change(held, { category: 'STAMP' })).code).toBe('');
  });

  test('of a revision is none of its services', async () => {
    const { jobId } = await newJob(server);
    const revision = await newJob(server, { revisionOf: jobId });
    expect(revision.category).toBe('REVISION');
    expect((await change(revision, { jobServiceUpdate: [reStamp] })).code).toBe('');
  });
});
