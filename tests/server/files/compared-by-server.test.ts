import { expect, test } from 'vitest';
import type { JobDetails } from '../../../src/contract/jobs/jobDetails.ts';
import { bar, comparedPdf } from '../../support/files/comparedPdf.ts';
import { samples } from '../../support/files/sampleFiles.ts';
import type { TestFile } from '../../support/server/call.ts';
import { newJob, updateJob } from '../../support/server/jobs.ts';
import { onOneDatabase, type TestServer } from '../../support/server/server.ts';

const pdf = (name: string, ...sheets: readonly string[]): TestFile => ({
  name,
  type: 'application/pdf',
  bytes: Buffer.from(comparedPdf(...sheets)),
});
const setA = pdf('set A.pdf', bar(40, 40), bar(40, 40) + bar(40, 100));
const setB = pdf('set B.pdf', bar(40, 40), bar(40, 40) + bar(40, 160));

onOneDatabase('the server', (start) => {
  async function revise(
    server: TestServer,
    files: readonly TestFile[],
    before: readonly TestFile[] = [setA],
  ): Promise<JobDetails> {
    const { jobId } = await newJob(server, {}, { files: before });
    return newJob(server, { revisionOf: jobId }, { files });
  }
  async function deliver(
    server: TestServer,
    job: JobDetails,
    files: readonly TestFile[],
    supersedes?: string,
  ): Promise<JobDetails> {
    const deliverable = { deliveryMode: 'DIGITAL_COPY' as const, ...(supersedes && { supersedes }) };
    return (await updateJob(server, job, 'employee', { deliverable }, { files })).answer.job;
  }
  const listed = async (server: TestServer, jobId: string) =>
    (await server.call('comparisons', { as: 'client', params: { jobId } })).answer;
  const openTasks = async (server: TestServer) =>
    (await server.db.query("select 1 from tasks where kind = 'comparison' and done is null")).length;
  async function worked(server: TestServer): Promise<void> {
    await server.notify();
    await expect.poll(() => openTasks(server), { timeout: 60_000 }).toBe(0);
  }

  test('compares the set of a new revision with the one before it, and answers its client', async () => {
    const server = await start();
    const { jobId, attachments } = await revise(server, [setB]);
    await worked(server);
    const [stored] = await listed(server, jobId);
    expect(stored?.byStaff).toBe(true);
    expect(stored?.comparison.after.key).toBe(attachments[0]?.key);
    expect(stored?.comparison.sheets.map(({ answer }) => answer)).toEqual(['unchanged', 'changed']);
    expect(stored?.comparison.sheets[1]?.places.length).toBeGreaterThan(0);
  });

  test('compares a deliverable with the one that it replaces, and nothing where nothing was before', async () => {
    const server = await start();
    const job = await newJob(server, {}, { files: [setA] });
    const first = await deliver(server, job, [setA]);
    await worked(server);
    expect(await listed(server, job.jobId)).toEqual([]);
    await deliver(server, job, [setB], first.deliverables[0]?.key);
    await worked(server);
    expect(await listed(server, job.jobId)).toHaveLength(1);
  });

  test('compares what is delivered while it compares', async () => {
    const server = await start();
    const job = await newJob(server, {}, { files: [setA] });
    const first = await deliver(server, job, [setA, { ...setA, name: 'walls A.pdf' }]);
    const [roof, walls] = first.deliverables;
    await worked(server);
    const [begun, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const { get } = server.files;
    server.files.get = async (...asked) => {
      begun.resolve();
      await goOn.promise;
      return get(...asked);
    };
    await deliver(server, job, [setB], roof?.key);
    const working = server.notify();
    await begun.promise;
    await deliver(server, job, [{ ...setB, name: 'walls B.pdf' }], walls?.key);
    goOn.resolve();
    await working;
    await worked(server);
    expect(await listed(server, job.jobId)).toHaveLength(2);
  });

  test('leaves what it cannot read to devices, and goes on with the others', async () => {
    const server = await start();
    const broken = Buffer.alloc(40_000, '%PDF-1.4 broken ');
    const after = [
      { ...samples.pdf, name: 'set B.pdf', bytes: broken },
      { ...setB, name: 'walls B.pdf' },
    ];
    const { jobId, attachments } = await revise(server, after, [setA, { ...setA, name: 'walls A.pdf' }]);
    await worked(server);
    const keys = (await listed(server, jobId)).map(({ comparison }) => comparison.after.key);
    expect(keys).toEqual([attachments[1]?.key]);
    expect(server.logs.some(({ msg }) => msg === 'two plans were not compared')).toBe(true);
  });

  test('compares nothing where it renders no previews', async () => {
    const server = await start({ previews: { atOnce: 0 } });
    const { jobId } = await revise(server, [setB]);
    await worked(server);
    expect(await listed(server, jobId)).toEqual([]);
  });
});
