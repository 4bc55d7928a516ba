import { expect, test } from 'vitest';
import { errors } from '../../../src/contract/errors.ts';
import { jobUpdate, newJob, updateJob } from '../../support/server/jobs.ts';
import { onOneDatabase } from '../../support/server/server.ts';

onOneDatabase('a stale update', (start) => {
  const server = start.forAll();

  test('is refused with the job as it is and the fields that changed, and writes nothing', async () => {
    const read = await newJob(server);
    const first = await updateJob(server, read, 'employee', { project: 'New roof', jobPriority: 'HIGH' });
    expect(first.answer.job.version).toBe(read.version + 1);

    const second = await updateJob(server, read, 'client', { project: 'My own words' });
    expect(second.status).toBe(409);
    expect(second.failure).toMatchObject({
      code: 'stale',
      errorMessage: errors.stale.message,
      changed: ['project', 'jobPriority'],
      job: { project: 'New roof', version: read.version + 1 },
    });
    const now = (await server.call('job', { as: 'client', params: { jobId: read.jobId } })).answer;
    expect(now).toMatchObject({ project: 'New roof', version: read.version + 1 });
  });

  test('is recognised after a repeat of an earlier one, whatever others changed in between', async () => {
    const read = await newJob(server);
    const mine = {
      as: 'client',
      key: 'renamed',
      body: jobUpdate(read, 'client', { project: 'Mine' }),
    } as const;
    expect((await server.call('updateJob', mine)).answer.job.version).toBe(read.version + 1);
    const theirs = { ...read, version: read.version + 1 };
    const body = jobUpdate(theirs, 'employee', { project: 'Theirs' });
    expect((await server.call('updateJob', { as: 'employee', body })).status).toBe(200);

    const repeated = (await server.call('updateJob', mine)).answer.job;
    expect(repeated).toMatchObject({ project: 'Theirs', version: read.version + 1 });
    expect((await updateJob(server, repeated, 'client', { project: 'Mine again' })).code).toBe('stale');
  });

  test('is one of two simultaneous updates, of which exactly one is stored', async () => {
    const read = await newJob(server);
    const replies = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        updateJob(server, read, 'employee', { project: `Name ${index}` }),
      ),
    );
    expect(replies.map(({ code }) => code).sort()).toEqual(['', ...Array(7).fill('stale')]);
    const now = (await server.call('job', { as: 'client', params: { jobId: read.jobId } })).answer;
    expect(now.version).toBe(read.version + 1);
    expect(now.history.filter(({ field }) => field === 'project')).toHaveLength(1);
  });

  test('is not caused by a message, because the job keeps its version', async () => {
    const read = await newJob(server, { message: 'Hello' });
    expect(read.version).toBe(1);
    const saved = await updateJob(server, read, 'client', { project: 'Renamed' });
    expect(saved.answer.job.project).toBe('Renamed');
  });

  test('that changes nothing makes no version and no history', async () => {
    const read = await newJob(server);
    const saved = await updateJob(server, read, 'client', {
      project: ` ${read.project} `,
      jobPriority: read.jobPriority,
    });
    expect(saved.answer.job).toEqual(read);
  });
});
