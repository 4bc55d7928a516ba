import { buffer } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { fromBufferPromise } from 'yauzl';
import type { RequestOf } from '../../../src/contract/calls.ts';
import { atLeastOneFileMessage, attachmentTypeMessage } from '../../../src/contract/files/files.ts';
import type { JobDetails } from '../../../src/contract/jobs/jobDetails.ts';
import { oneFileReplacesMessage } from '../../../src/contract/jobs/newDeliverable.ts';
import { renamed, samples } from '../../support/files/sampleFiles.ts';
import type { Caller, TestFile } from '../../support/server/call.ts';
import { jobReport, newJob, updateJob } from '../../support/server/jobs.ts';
import { type PersonName, people } from '../../support/server/people.ts';
import { onOneDatabase } from '../../support/server/server.ts';

type Update = Extract<RequestOf<'updateJob'>, { version: number }>;
type NewResult = NonNullable<Update['deliverable']>;

const digital: NewResult = { deliveryMode: 'DIGITAL_COPY' };
const wet: NewResult = {
  deliveryMode: 'WET_STAMPS',
  copiesNumber: 3,
  carrier: 'UPS',
  trackingNumber: '1Z999AA10123456784',
};

onOneDatabase('a deliverable', (start) => {
  const server = start.forAll();

  function add(
    job: Pick<JobDetails, 'jobId' | 'version'>,
    deliverable: NewResult,
    files: readonly TestFile[] = [samples.pdf],
    { as = 'employee', key, ...changes }: Partial<Update> & { as?: PersonName; key?: string } = {},
  ) {
    return updateJob(
      server,
      job,
      as,
      { deliverable, ...changes },
      { files, ...(key === undefined ? {} : { key }) },
    );
  }

  async function read(jobId: string, as: Caller = 'client'): Promise<JobDetails> {
    return (await server.call('job', { as, params: { jobId } })).answer;
  }

  test('shows the client its file, revision, delivery method, author and time', async () => {
    const job = await newJob(server, {}, { files: [samples.png] });
    server.clock.advance(60);
    const note = 'Sheets E1 to E4.';
    await add(job, { ...wet, note }, [renamed(samples.pdf, 'stamped.pdf')]);
    const now = Math.floor(server.clock.nowMs / 1000);
    const { deliverables, attachments, version, updatedTimestamp } = await read(job.jobId);
    expect(deliverables).toEqual([
      {
        key: expect.stringMatching(/^[\w-]{20}$/),
        file: {
          key: expect.any(String),
          link: expect.stringMatching(/^\/attachments\/.*\/stamped\.\d{8}T\d{6}\.pdf$/),
          fileName: expect.stringMatching(/^stamped\.\d{8}T\d{6}\.pdf$/),
          contentType: 'application/pdf',
          size: samples.pdf.bytes.length,
          communicationId: null,
          uploadedBy: people.employee.email,
          uploadedByName: 'Emil E.',
          createdTimestamp: now,
        },
        revision: 1,
        supersedes: null,
        superseded: false,
        ...wet,
        note,
        addedBy: people.employee.email,
        addedByName: 'Emil E.',
        createdTimestamp: now,
      },
    ]);
    // In a list of its own, not among what was given.
    expect(attachments.map(({ fileName }) => fileName.slice(-4))).toEqual(['.png']);
    // Its tracking number became the job’s.
    expect({ version, updatedTimestamp }).toEqual({ version: job.version + 1, updatedTimestamp: now });
  });

  test('is downloaded by users who may see the job, and by nobody else', async () => {
    const job = await newJob(server);
    const { deliverables } = (await add(job, digital)).answer.job;
    const { key = '', fileName = '' } = deliverables[0]?.file ?? {};
    const codeFor = async (as: Caller) =>
      (await server.call('attachment', { as, params: { key, fileName } })).code;
    expect(await codeFor('client')).toBe('');
    expect(await codeFor('admin')).toBe('');
    expect(await codeFor('otherClient')).toBe('not-found');
    expect(await codeFor(null)).toBe('unauthorized');
    const reply = await server.call('attachment', { as: 'client', params: { key, fileName } });
    expect(reply.bytes).toEqual(samples.pdf.bytes);
  });

  test('that was replaced stays, is marked superseded, and the next one has the next revision', async () => {
    const job = await newJob(server);
    const names = ['a.pdf', 'b.pdf'].map((name) => renamed(samples.pdf, name));
    const first = (await add(job, digital, names)).answer.job.deliverables;
    expect(first.map(({ revision, superseded }) => [revision, superseded])).toEqual([
      [1, false],
      [1, false],
    ]);
    // Those of one request in their order: a.pdf, b.pdf.
    const supersedes = first[0]?.key ?? '';
    const second = (await add(job, { ...wet, supersedes }, [renamed(samples.pdf, 'a2.pdf')])).answer.job;
    const third = await add(job, { ...digital, supersedes: second.deliverables[0]?.key ?? '' });
    const told = third.answer.job.deliverables.map((one) => [
      one.file?.fileName.split('.')[0],
      one.revision,
      one.superseded,
    ]);
    expect(told).toEqual([
      ['plan', 3, false],
      ['a2', 2, true],
      ['a', 1, true],
      ['b', 1, false],
    ]);
    expect(second.deliverables[0]?.supersedes).toBe(supersedes);
  });

  test('is replaced once only, also by two simultaneous requests, and only by deliverables of its own job', async () => {
    const [job, other] = [await newJob(server), await newJob(server)];
    const supersedes = (await add(job, digital)).answer.job.deliverables[0]?.key ?? '';
    const issue = {
      field: 'deliverable.supersedes',
      message: 'Choose a deliverable on this job that hasn’t been replaced',
    };
    expect((await add(other, { ...digital, supersedes })).failure).toMatchObject({
      code: 'invalid',
      issues: [issue],
    });
    expect((await add(job, { ...digital, supersedes: 'none' })).failure.issues).toEqual([issue]);

    const replies = await Promise.all([1, 2, 3, 4].map(() => add(job, { ...digital, supersedes })));
    expect(replies.map(({ code }) => code).sort()).toEqual(['', 'invalid', 'invalid', 'invalid']);
    expect((await read(job.jobId)).deliverables.map(({ revision }) => revision)).toEqual([2, 1]);
  });

  test('may be wet stamps without a file', async () => {
    const job = await newJob(server);
    const { deliverables } = (await updateJob(server, job, 'admin', { deliverable: wet })).answer.job;
    expect(deliverables).toEqual([expect.objectContaining({ ...wet, file: null, addedByName: 'Ada A.' })]);
  });

  test('is in the job’s history, in words', async () => {
    const job = await newJob(server);
    const first = (await add(job, wet, [])).answer.job.deliverables[0];
    const supersedes = first?.key ?? '';
    await add(job, { ...wet, copiesNumber: 1, carrier: '', supersedes }, []);
    await add(job, digital, [renamed(samples.pdf, 'a.pdf'), renamed(samples.pdf, 'b.pdf')]);
    const history = (await read(job.jobId)).history.filter(({ field }) => field === 'deliverable');
    expect(history.map(({ from, to }) => [from, to])).toEqual([
      ['', 'a.pdf, b.pdf, revision 1: digital copy'],
      ['wet stamps, revision 1', 'wet stamps, revision 2: 1 copy, 1Z999AA10123456784'],
      ['', 'wet stamps, revision 1: 3 copies, UPS 1Z999AA10123456784'],
    ]);
    expect(history[0]).toMatchObject({ user: people.employee.email, userName: 'Emil E.' });
  });

  test('is added whatever the job’s version, and makes no open form stale', async () => {
    const job = await newJob(server);
    const rename = (version: number, project: string) =>
      updateJob(server, { jobId: job.jobId, version }, 'client', { project });
    await rename(job.version, 'Renamed');
    const { job: after } = (await add(job, digital)).answer;
    expect(after).toMatchObject({ project: 'Renamed', version: job.version + 1 });
    expect((await rename(after.version, 'Again')).code).toBe('');
    // Fields that come along are changed from the version they were read at, as ever, and all or nothing is done.
    expect((await add(job, digital, [samples.pdf], { project: 'Third' })).code).toBe('stale');
    expect((await read(job.jobId)).deliverables).toHaveLength(1);
    const newest = await read(job.jobId);
    const done = await add(newest, digital, [samples.pdf], { status: 'COMPLETED' });
    expect(done.answer.job).toMatchObject({ status: 'COMPLETED', version: newest.version + 1 });
    expect(done.answer.job.deliverables).toHaveLength(2);
    expect(done.answer.job.attachments).toEqual([]);
  });

  test('completes its job from any version of it, while the job may be completed', async () => {
    const completing = { status: 'COMPLETED' };
    const change = (job: { jobId: string; version: number }, fields: Record<string, unknown>) =>
      updateJob(server, job, 'admin', fields);

    const assigned = await newJob(server);
    await change(assigned, { assignedTo: people.employee.email, status: 'ON_HOLD' });
    const done = (await add(assigned, wet, [], completing)).answer.job;
    expect(done).toMatchObject({ status: 'COMPLETED', assignedTo: people.employee.email });
    expect(done.deliverables).toHaveLength(1);

    const completed = await newJob(server);
    await change(completed, completing);
    const second = (await add(completed, digital, [samples.pdf], completing)).answer.job;
    expect(second).toMatchObject({ status: 'COMPLETED', version: completed.version + 1 });
    expect(second.deliverables).toHaveLength(1);

    const cancelled = await newJob(server);
    await change(cancelled, { status: 'CANCELLED' });
    expect((await add(cancelled, digital, [samples.pdf], completing)).code).toBe('stale');
    expect(await read(cancelled.jobId)).toMatchObject({ status: 'CANCELLED', deliverables: [] });

    // No other status comes along, and no other field beside it.
    const moved = await newJob(server);
    await change(moved, { jobPriority: 'HIGH' });
    for (const fields of [{ status: 'ON_HOLD' }, { ...completing, project: 'Mine' }])
      expect((await add(moved, digital, [samples.pdf], fields)).code).toBe('stale');
    expect(await read(moved.jobId)).toMatchObject({ status: 'IN_PROGRESS', deliverables: [] });
  });

  test('sent twice with one key exists once, with one copy of its file', async () => {
    const job = await newJob(server);
    const [before, stored] = [await read(job.jobId), (await server.storedFiles()).length];
    expect(before.deliverables).toEqual([]);
    const first = await add(job, digital, [samples.pdf], { key: 'result-once' });
    server.clock.advance(3600);
    const again = await add(job, digital, [samples.pdf], { key: 'result-once' });
    expect(again.response.body).toBe(first.response.body);
    expect((await read(job.jobId)).deliverables).toHaveLength(1);
    expect((await server.storedFiles()).length).toBe(stored + 1);
    const reused = await add(job, { ...digital, note: 'Other' }, [samples.pdf], { key: 'result-once' });
    expect(reused.code).toBe('key-reused');
  });

  describe('is refused, and leaves no file behind,', () => {
    test.each([
      ['a digital copy without a file', digital, [], 'files', atLeastOneFileMessage],
      ['a file of another kind', digital, [samples.exe], 'files', attachmentTypeMessage],
      [
        'two files for one result',
        { ...digital, supersedes: 'x' },
        [samples.pdf, samples.png],
        'files',
        oneFileReplacesMessage,
      ],
      [
        'wet stamps uncounted',
        { deliveryMode: 'WET_STAMPS' },
        [samples.pdf],
        'copiesNumber',
        'is a required field',
      ],
      ['not said how', {}, [samples.pdf], 'deliveryMode', 'is a required field'],
    ] as [string, NewResult, TestFile[], string, string][])(
      '%s',
      async (_, result, files, field, message) => {
        const job = await newJob(server);
        const stored = (await server.storedFiles()).length;
        const { failure } = await add(job, result, files);
        expect(failure).toMatchObject({ code: 'invalid', field: `deliverable.${field}` });
        expect(failure.issues).toContainEqual({ field: `deliverable.${field}`, message });
        expect((await read(job.jobId)).deliverables).toEqual([]);
        expect((await server.storedFiles()).length).toBe(stored);
      },
    );

    test.each([['nothing'], [null], [[]]])('when it is %j instead of an object', async (nonsense) => {
      const job = await newJob(server);
      const reply = await add(job, nonsense as unknown as NewResult);
      expect(reply.code).toBe('invalid');
    });
  });

  test.each([
    ['client', 'forbidden'],
    ['otherClient', 'not-found'],
    ['pending', 'not-approved'],
    ['withoutProfile', 'no-profile'],
    ['unverified', 'not-verified'],
    ['employee', ''],
    ['admin', ''],
  ] as const)('added by %s', async (as, code) => {
    const job = await newJob(server);
    const stored = (await server.storedFiles()).length;
    expect((await add(job, digital, [samples.pdf], { as })).code).toBe(code);
    expect((await read(job.jobId, 'admin')).deliverables).toHaveLength(code === '' ? 1 : 0);
    expect((await server.storedFiles()).length).toBe(code === '' ? stored + 1 : stored);
  });

  test('is in a folder of its own in the job’s archive, superseded ones in a subfolder', async () => {
    const job = await newJob(server, {}, { files: [samples.pdf] });
    const first = (await add(job, digital)).answer.job.deliverables[0];
    server.clock.advance(60);
    await add(job, { ...digital, supersedes: first?.key ?? '', note: 'New title block.' }, [samples.png]);
    await add(job, wet, []);
    const reply = await server.call('download', { as: 'client', body: { format: 'zip', jobId: job.jobId } });
    const zip = await fromBufferPromise(reply.bytes, { strictFileNames: true, validateEntrySizes: true });
    const files = new Map<string, Buffer>();
    for await (const entry of zip.eachEntry()) {
      files.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)));
    }
    const unstamped = (name: string) => name.replace(/\.\d{8}T\d{6}/, '');
    expect([...files.keys()].map(unstamped)).toEqual([
      'plan.pdf',
      'deliverables/roof.png',
      'deliverables/superseded/plan.pdf',
      'conversation.txt',
    ]);
    expect(files.get([...files.keys()][1] ?? '')).toEqual(samples.png.bytes);
    expect(unstamped(files.get('conversation.txt')?.toString() ?? '')).toContain('--- Deliverables\n');
    const told = (files.get('conversation.txt')?.toString() ?? '').split('\n').map(unstamped);
    expect(told).toContainEqual(
      expect.stringMatching(
        /^deliverables\/superseded\/plan\.pdf, revision 1: digital copy, Emil E\., .*superseded$/,
      ),
    );
    expect(told).toContainEqual(expect.stringMatching(/^deliverables\/roof\.png, revision 2: .* UTC$/));
    expect(told).toContain('> New title block.');
    expect(told).toContainEqual(
      expect.stringMatching(/^wet stamps, revision 1: 3 copies, UPS 1Z999AA10123456784, Emil E\./),
    );
  });
});

onOneDatabase('a chain of revisions', (start) => {
  test('is shown with every job in it, oldest first, to users who may see them', async () => {
    const server = await start();
    const alone = await newJob(server, { project: 'Alone' });
    const first = await newJob(server, { project: 'First' });
    const revise = (jobId: string, project: string) => newJob(server, { project, revisionOf: jobId });
    const second = await revise(first.jobId, 'Second');
    const third = await revise(second.jobId, 'Third');
    const branch = await revise(first.jobId, 'Branch');

    const chain = [first, second, third, branch];
    for (const { jobId } of chain) {
      const { revisions } = (await server.call('job', { as: 'client', params: { jobId } })).answer;
      expect(revisions).toEqual(
        chain.map((job) => ({
          jobId: job.jobId,
          jobCode: job.jobCode,
          project: job.project,
          status: 'IN_PROGRESS',
          createdTimestamp: job.createdTimestamp,
        })),
      );
    }
    expect(alone.revisions.map(({ project }) => project)).toEqual(['Alone']);

    // A job that went to another client cannot be made by a call; should it ever be, it stays theirs.
    await server.db.query('update jobs set job_reporter = $2 where job_id = $1', [
      first.jobId,
      people.otherClient.email,
    ]);
    const seenBy = async (as: PersonName) => {
      const { answer } = await server.call('job', { as, params: { jobId: third.jobId } });
      return answer.revisions.map(({ project }) => project);
    };
    expect(await seenBy('client')).toEqual(['Second', 'Third', 'Branch']);
    expect(await seenBy('employee')).toEqual(['First', 'Second', 'Third', 'Branch']);
  });

  test('continues from a refused duplicate: the job it names can be revised', async () => {
    const server = await start();
    const job = await newJob(server);
    const { project: _, ...same } = jobReport({
      address: job.address,
      jobEVService: [{ category: 'STAMP', evServices: ['EE'] }],
    });
    const body = { ...same, project: 'Again' };
    const { failure } = await server.call('reportJob', { as: 'client', body });
    expect(failure).toMatchObject({ code: 'duplicate-job', jobId: job.jobId });
    const made = await server.call('reportJob', { as: 'client', body: { ...body, revisionOf: job.jobId } });
    expect(made.answer).toMatchObject({ category: 'REVISION', revisionOf: job.jobId });
    expect(made.answer.revisions.map(({ jobId }) => jobId)).toEqual([job.jobId, made.answer.jobId]);
  });
});
