import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { fromBufferPromise } from 'yauzl';
import type { JobDetails } from '../../../src/contract/jobs/jobDetails.ts';
import { renamed, samples } from '../../support/files/sampleFiles.ts';
import { newJob, updateJob } from '../../support/server/jobs.ts';
import type { PersonName } from '../../support/server/people.ts';
import { onOneDatabase } from '../../support/server/server.ts';

const reason = 'Sheet S3 shows the wrong rafter span.';

onOneDatabase('a withdrawn deliverable', (start) => {
  const server = start.forAll();

  async function deliver(job: JobDetails, name: string, more: object = {}): Promise<JobDetails> {
    const deliverable = { deliveryMode: 'DIGITAL_COPY' as const, ...more };
    const files = [renamed(samples.pdf, name)];
    return (await updateJob(server, job, 'employee', { deliverable }, { files })).answer.job;
  }

  function withdraw(job: JobDetails, as: PersonName = 'employee', withdrawal: object = {}) {
    const deliverable = job.deliverables[0]?.key ?? '';
    const changes = { withdrawal: { deliverable, reason, ...withdrawal } };
    return updateJob(server, job, as, changes);
  }

  async function read(jobId: string, as: PersonName): Promise<JobDetails> {
    return (await server.call('job', { as, params: { jobId } })).answer;
  }

  async function filesInZip(jobId: string, as: PersonName): Promise<Map<string, string>> {
    const reply = await server.call('download', { as, body: { format: 'zip', jobId } });
    const zip = await fromBufferPromise(reply.bytes, { strictFileNames: true, validateEntrySizes: true });
    const files = new Map<string, string>();
    for await (const entry of zip.eachEntry()) {
      const name = entry.fileName.replace(/\.\d{8}T\d{6}/, '');
      files.set(name, (await buffer(await zip.openReadStreamPromise(entry))).toString());
    }
    return files;
  }

  test('is no longer given to its client by any call, who sees that, when and why; staff get it, marked', async () => {
    const delivered = await deliver(await newJob(server), 'rafters zyx.pdf');
    const { key = '', fileName = '' } = delivered.deliverables[0]?.file ?? {};
    const { answer: start } = await server.call('events', { as: 'client', body: { cursor: null } });
    const codesFor = async (as: PersonName) => ({
      file: (await server.call('attachment', { as, params: { key, fileName } })).code,
      preview: (await server.call('preview', { as, params: { key, size: 'thumb' } })).code,
      found: (await server.call('search', { as, body: { text: 'rafters zyx' } })).answer.files?.items.length,
      page: (await server.call('search', { as, body: { text: 'rafters zyx', kind: 'files' } })).answer.files
        ?.items.length,
    });
    // A slow machine is still drawing it.
    const isDrawn = async () => {
      const { response } = await server.call('preview', { as: 'client', params: { key, size: 'thumb' } });
      return response.statusCode !== 202;
    };
    await expect.poll(isDrawn).toBe(true);
    const before = await codesFor('client');
    expect(before).toMatchObject({ file: '', found: 1, page: 1 });
    expect(before.preview).not.toBe('not-found');

    server.clock.advance(90);
    const now = Math.floor(server.clock.nowMs / 1000);
    expect((await withdraw(delivered)).code).toBe('');

    expect(await codesFor('client')).toEqual({ file: 'not-found', preview: 'not-found', found: 0, page: 0 });
    expect(await codesFor('admin')).toEqual(before);
    const withdrawn = { timestamp: now, byName: 'Emil E.', reason, fileKey: key, fileName };
    const [asClient] = (await read(delivered.jobId, 'client')).deliverables;
    expect(asClient).toMatchObject({ file: null, revision: 1, withdrawn });
    const [asStaff] = (await read(delivered.jobId, 'otherEmployee')).deliverables;
    expect(asStaff).toMatchObject({ file: { key }, withdrawn });

    const zip = await filesInZip(delivered.jobId, 'client');
    expect([...zip.keys()]).toEqual(['conversation.txt']);
    expect(zip.get('conversation.txt')).toMatch(
      /^rafters zyx\.pdf, revision 1: digital copy, Emil E\., .* withdrawn on .* UTC: Sheet S3 shows/m,
    );
    expect([...(await filesInZip(delivered.jobId, 'employee')).keys()]).toEqual([
      'deliverables/withdrawn/rafters zyx.pdf',
      'conversation.txt',
    ]);
    const { events } = (await server.call('events', { as: 'client', body: { cursor: start.cursor } })).answer;
    expect(events).toEqual([{ kind: 'job', jobId: delivered.jobId }]);
    const { history, updatedTimestamp } = await read(delivered.jobId, 'client');
    expect(history[0]).toMatchObject({
      ...{ field: 'withdrawal', from: '', to: 'rafters zyx.pdf, revision 1', reason },
      userName: 'Emil E.',
    });
    expect(updatedTimestamp).toBe(now);
  });

  test('leaves the version, the others and the messages of its job as they are', async () => {
    const one = await deliver(await newJob(server), 'one.pdf');
    const two = await deliver(one, 'two.pdf');
    const { job } = (await withdraw(two)).answer;
    expect(job.version).toBe(two.version);
    expect(job.deliverables.map(({ withdrawn }) => withdrawn?.reason)).toEqual([reason, undefined]);
    const { key = '', fileName = '' } = two.deliverables[1]?.file ?? {};
    expect((await server.call('attachment', { as: 'client', params: { key, fileName } })).code).toBe('');
    expect(
      (await server.call('conversation', { as: 'client', params: { jobId: job.jobId } })).answer,
    ).toEqual([]);
  });

  test('may be one that was superseded or is wet stamps, of any version of the job, and is replaced by the next revision', async () => {
    const first = await deliver(await newJob(server), 'first.pdf');
    const second = await deliver(first, 'second.pdf', { supersedes: first.deliverables[0]?.key });
    await updateJob(server, second, 'admin', { jobPriority: 'HIGH' });
    const old = second.deliverables[1]?.key;
    expect((await withdraw(second, 'admin', { deliverable: old })).code).toBe('');
    expect((await withdraw(second)).code).toBe('');
    const third = await deliver(second, 'third.pdf', { supersedes: second.deliverables[0]?.key });
    expect(
      third.deliverables.map(({ revision, superseded, withdrawn }) => [revision, superseded, !!withdrawn]),
    ).toEqual([
      [3, false, false],
      [2, true, true],
      [1, true, true],
    ]);
    const wet = { deliveryMode: 'WET_STAMPS' as const, copiesNumber: 2 };
    const shipped = (await updateJob(server, third, 'employee', { deliverable: wet })).answer.job;
    expect((await withdraw(shipped)).answer.job.deliverables[0]?.withdrawn).toMatchObject({ fileName: '' });
  });

  test('is withdrawn once, whatever is withdrawn at the same moment, and sent twice with one key once', async () => {
    const job = await deliver(await newJob(server), 'once.pdf');
    const replies = await Promise.all([
      withdraw(job),
      withdraw(job, 'admin'),
      withdraw(job, 'otherEmployee'),
    ]);
    expect(replies.map(({ code }) => code).sort()).toEqual(['', 'invalid', 'invalid']);
    const refused = replies.find(({ code }) => code !== '');
    expect(refused?.failure).toMatchObject({
      issues: [
        {
          field: 'withdrawal.deliverable',
          message: 'Choose a deliverable on this job that hasn’t been withdrawn',
        },
      ],
    });
    const { history } = await read(job.jobId, 'client');
    expect(history.filter(({ field }) => field === 'withdrawal')).toHaveLength(1);
  });

  test.each([
    ['an empty reason', { reason: ' ' }, { field: 'withdrawal.reason', message: 'is a required field' }],
    [
      'no deliverable',
      { deliverable: '' },
      { field: 'withdrawal.deliverable', message: 'is a required field' },
    ],
  ])('is refused with %s', async (_, withdrawal, issue) => {
    const job = await deliver(await newJob(server), 'stays.pdf');
    expect((await withdraw(job, 'employee', withdrawal)).failure).toMatchObject({
      code: 'invalid',
      issues: [issue],
    });
    expect((await read(job.jobId, 'client')).deliverables[0]?.file).not.toBeNull();
  });

  test('is one of its own job, and is withdrawn by staff alone', async () => {
    const [job, other] = [await deliver(await newJob(server), 'a.pdf'), await newJob(server)];
    expect((await withdraw({ ...other, deliverables: job.deliverables })).code).toBe('invalid');
    expect((await withdraw(job, 'client')).code).toBe('forbidden');
    expect((await withdraw(job, 'otherClient')).code).toBe('not-found');
    expect((await withdraw(job, 'pending')).code).toBe('not-approved');
    expect((await read(job.jobId, 'client')).deliverables[0]).not.toHaveProperty('withdrawn');
    expect((await withdraw(job, 'admin')).code).toBe('');
  });
});
