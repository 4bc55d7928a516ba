import { describe, expect, test } from 'vitest';
import { type JobStatus, jobStatuses, wireValues } from '../../../src/contract/enums.ts';
import { samples } from '../../support/files/sampleFiles.ts';
import { newJob, updateJob } from '../../support/server/jobs.ts';
import { people } from '../../support/server/people.ts';
import { onOneDatabase } from '../../support/server/server.ts';

/** From, to, and what a client and staff get: '' is done. As the decisions say, line by line. */
const table: [JobStatus, JobStatus, client: string, staff: string][] = [
  ['IN_PROGRESS', 'IN_PROGRESS', '', ''],
  ['IN_PROGRESS', 'ON_HOLD', 'A job can’t move from In progress to On hold.', ''],
  ['IN_PROGRESS', 'COMPLETED', 'A job can’t move from In progress to Completed.', ''],
  ['IN_PROGRESS', 'CANCELLED', '', ''],
  ['ON_HOLD', 'IN_PROGRESS', 'A job can’t move from On hold to In progress.', ''],
  ['ON_HOLD', 'ON_HOLD', '', ''],
  ['ON_HOLD', 'COMPLETED', 'A job can’t move from On hold to Completed.', ''],
  ['ON_HOLD', 'CANCELLED', '', ''],
  ['COMPLETED', 'IN_PROGRESS', 'A job can’t move from Completed to In progress.', ''],
  [
    'COMPLETED',
    'ON_HOLD',
    'A job can’t move from Completed to On hold.',
    'A job can’t move from Completed to On hold.',
  ],
  ['COMPLETED', 'COMPLETED', '', ''],
  [
    'COMPLETED',
    'CANCELLED',
    'A job can’t move from Completed to Cancelled.',
    'A job can’t move from Completed to Cancelled.',
  ],
  ['CANCELLED', 'IN_PROGRESS', 'A job can’t move from Cancelled to In progress.', ''],
  [
    'CANCELLED',
    'ON_HOLD',
    'A job can’t move from Cancelled to On hold.',
    'A job can’t move from Cancelled to On hold.',
  ],
  [
    'CANCELLED',
    'COMPLETED',
    'A job can’t move from Cancelled to Completed.',
    'A job can’t move from Cancelled to Completed.',
  ],
  ['CANCELLED', 'CANCELLED', '', ''],
];

test('the table names every pair of statuses', () => {
  const statuses = wireValues(jobStatuses);
  const pairs = statuses.flatMap((from) => statuses.map((to) => `${from} ${to}`));
  expect(table.map(([from, to]) => `${from} ${to}`).sort()).toEqual(pairs.sort());
});

onOneDatabase('a status change', (start) => {
  const server = start.forAll();

  async function jobThatIs(status: JobStatus) {
    const job = await newJob(server);
    if (status === 'IN_PROGRESS') return job;
    return (await updateJob(server, job, 'employee', { status })).answer.job;
  }

  const roles = [
    ['client', 'client'],
    ['employee', 'staff'],
    ['admin', 'staff'],
  ] as const;

  describe.each(table)('from %s to %s', (from, to, client, staff) => {
    test.each(roles)('by %s is made, or refused with both statuses named', async (as, role) => {
      const job = await jobThatIs(from);
      const reply = await updateJob(server, job, as, { status: to });
      const refusal = role === 'client' ? client : staff;
      if (refusal === '') {
        expect(reply.answer.job.status).toBe(to);
        expect(reply.answer.job.version).toBe(from === to ? job.version : job.version + 1);
      } else {
        expect(reply.failure).toEqual({ code: 'status-change', errorMessage: refusal });
        const now = (await server.call('job', { as, params: { jobId: job.jobId } })).answer;
        expect(now.status).toBe(from);
      }
    });
  });

  test.each([
    ['IN_PROGRESS', ''],
    ['ON_HOLD', ''],
    ['COMPLETED', 'forbidden'],
    ['CANCELLED', 'forbidden'],
  ] as const)('decides whether a client may edit their own job that is %s', async (status, code) => {
    const job = await jobThatIs(status);
    const edit = await updateJob(server, job, 'client', { project: 'New' });
    expect(edit.code).toBe(code);
    if (code !== '') {
      const files = await updateJob(server, job, 'client', {}, { files: [samples.pdf] });
      expect(files.code).toBe(code);
    }
    const now = (await server.call('job', { as: 'client', params: { jobId: job.jobId } })).answer;
    const byStaff = await updateJob(server, now, 'employee', { project: 'Newer' });
    expect(byStaff.answer.job.project).toBe('Newer');
  });

  test.each([{ assignedTo: people.employee.email }, { trackingNumber: '1Z999' }])(
    'and %o are changed by staff only',
    async (changes) => {
      const job = await newJob(server);
      const byClient = await updateJob(server, job, 'client', changes);
      expect(byClient.code).toBe('forbidden');
      const byStaff = await updateJob(server, job, 'employee', changes);
      expect(byStaff.answer.job).toMatchObject(changes);
      const again = await updateJob(server, byStaff.answer.job, 'client', { ...changes, project: 'Mine' });
      expect(again.answer.job).toMatchObject({ ...changes, project: 'Mine' });
    },
  );

  test.each(['client', 'pending', 'refused', 'unspecified', 'withoutProfile'] as const)(
    'cannot give a job to %s',
    async (name) => {
      const job = await newJob(server);
      const reply = await updateJob(server, job, 'admin', { assignedTo: people[name].email });
      expect(reply.failure).toMatchObject({
        code: 'invalid',
        field: 'assignedTo',
        errorMessage: 'Assignee must be an approved staff member',
      });
    },
  );

  test('keeps a cancelled job in its list', async () => {
    const job = await jobThatIs('CANCELLED');
    const { items } = (
      await server.call('jobs', {
        as: 'client',
        body: { username: people.client.email, statues: ['CANCELLED'] },
      })
    ).answer;
    expect(items.map(({ jobId }) => jobId)).toContain(job.jobId);
  });

  test('is not blocked by a stored value with a line break, and makes it a single line', async () => {
    const job = await newJob(server);
    const { jobId } = job;
    await server.db.query('update jobs set project = $2 where job_id = $1', [jobId, 'Roof\nof Otto']);
    expect((await updateJob(server, job, 'client', { status: 'CANCELLED' })).answer.job).toMatchObject({
      status: 'CANCELLED',
      project: 'Roof of Otto',
    });
    expect((await server.call('job', { as: 'client', params: { jobId } })).answer.history).toContainEqual(
      expect.objectContaining({ field: 'project', from: 'Roof\nof Otto', to: 'Roof of Otto' }),
    );
  });
});
