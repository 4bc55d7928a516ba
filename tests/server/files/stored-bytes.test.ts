import { expect, it, vi } from 'vitest';
import { archiveNames } from '../../../server/export/jobZip.ts';
import { openPreviews } from '../../../server/previews/openPreviews.ts';
import type { JobDetails } from '../../../src/contract/jobs/jobDetails.ts';
import { tusOf } from '../../support/files/tus.ts';
import { randomFrom } from '../../support/network/faults.ts';
import { jobUpdate, messageOf, newJob, updateJob } from '../../support/server/jobs.ts';
import { people } from '../../support/server/people.ts';
import { onOneDatabase } from '../../support/server/server.ts';

const random = randomFrom(1);
/** Text that no database makes smaller. */
function noise(length: number): string {
  return Array.from({ length }, () => String.fromCharCode(97 + Math.floor(random() * 26))).join('');
}

onOneDatabase('what requests store in the database', (start) => {
  const server = start.forAll();

  async function storedBytes(): Promise<number> {
    await server.db.query('vacuum');
    const [row] = await server.db.query<{ bytes: number }>(
      'select pg_database_size(current_database()) as bytes',
    );
    return row?.bytes ?? 0;
  }

  it('long updates under keys grow it by three times what was sent at most', async () => {
    let job: JobDetails = await newJob(server);
    const before = await storedBytes();
    let sent = 0;
    for (let count = 0; count < 60; count += 1) {
      const body = jobUpdate(job, 'client', { referenceLinks: noise(10_000) });
      sent += JSON.stringify(body).length;
      job = (await server.call('updateJob', { as: 'client', body, key: `update ${count}` })).answer.job;
    }
    expect((await storedBytes()) - before).toBeLessThan(3 * sent);
  });

  it('refused changes of a profile store less than was sent', async () => {
    const rename = () => {
      const names = { firstName: noise(200), lastName: noise(200), company: noise(200) };
      const body = { profiles: [{ email: people.client.email, ...names }] };
      return server.call('updateProfiles', { as: 'client', body });
    };
    for (let count = 0; count < 20; count += 1) expect((await rename()).code).toBe('');
    const before = await storedBytes();
    for (let count = 0; count < 200; count += 1) expect((await rename()).code).toBe('rate-limited');
    expect((await storedBytes()) - before).toBeLessThan(200 * 600);
  });

  it('a short message on a job of many long changes is stored with a short response', async () => {
    let job = await newJob(server);
    for (let count = 0; count < 3; count += 1) {
      job = (await updateJob(server, job, 'client', { referenceLinks: noise(10_000) })).answer.job;
    }
    const body = messageOf(job.jobId, 'client', 'hi');
    const first = await server.call('updateJob', { as: 'client', body, key: 'hi' });
    const [row] = await server.db.query<{ bytes: number }>(
      "select length(answer) as bytes from idempotency where key = 'hi'",
    );
    expect(row?.bytes).toBeLessThan(200);
    const again = await server.call('updateJob', { as: 'client', body, key: 'hi' });
    expect(again.response.body).toBe(first.response.body);
  });

  it('the history contains the beginning of a long text', async () => {
    const job = await newJob(server);
    const { history } = (
      await updateJob(server, job, 'client', { referenceLinks: `${'x'.repeat(498)}🏗️${'y'.repeat(2000)}` })
    ).answer.job;
    expect(history[0]?.to).toBe(`${'x'.repeat(498)}…`);
  });

  it('a description of any length is found by its first words, and its index stays small', async () => {
    const words = Array.from({ length: 1200 }, (_, index) => `w${index}`);
    const job = await newJob(server, { jobDescription: words.join(' ') });
    const [row] = await server.db.query<{ count: number }>(
      'select length(search) as count from jobs where job_id = $1',
      [job.jobId],
    );
    expect(row?.count).toBeLessThanOrEqual(210);
    const found = await server.call('searchJobs', { as: 'client', body: { text: 'w50 w100' } });
    expect(found.answer.items.map(({ jobId }) => jobId)).toEqual([job.jobId]);
  });

  it('an upload that arrives byte by byte is never more than 64 chunks', async () => {
    const tus = tusOf(server);
    const bytes = Buffer.from(`%PDF-1.7\n${noise(140)}`);
    const id = await tus.begin(bytes.length);
    let most = 0;
    for (let at = 0; at < bytes.length; at += 1) {
      expect((await tus.put(id, at, bytes.subarray(at, at + 1))).statusCode).toBe(204);
      const [row] = await server.db.query<{ count: number }>(
        'select count(*) as count from upload_pieces where upload_id = $1',
        [id],
      );
      most = Math.max(most, row?.count ?? 0);
    }
    expect(most).toBeLessThanOrEqual(64);
    const job = await newJob(server);
    const sent = await server.call('updateJob', {
      as: 'client',
      body: messageOf(job.jobId, 'client', 'See'),
      uploads: [id],
    });
    expect(Object.values(sent.answer.communication?.fileAttachmentsInfo ?? {})[0]?.size).toBe(bytes.length);
  });
});

it('many files of one name are numbered with one look-up each', () => {
  const files = Array.from({ length: 3000 }, (_, key) => ({
    key: String(key),
    fileName: key % 2 ? 'plan.pdf' : 'Plan.pdf',
    size: 1,
    createdTimestamp: 0,
  }));
  const has = vi.spyOn(Set.prototype, 'has');
  const names = archiveNames(files);
  const looks = has.mock.calls.length;
  has.mockRestore();
  expect(new Set([...names.values()].map((name) => name.toLowerCase())).size).toBe(3000);
  expect(names.get('2999')).toBe('plan (3000).pdf');
  expect(looks).toBeLessThan(3 * files.length);
});

onOneDatabase('a queue of previews', (start) => {
  it('has at most twenty of one uploader, and room for others', async () => {
    const { db, files, clock, app } = await start({ previews: { atOnce: 0 } });
    const previews = openPreviews({ db, files, now: () => clock.nowMs, log: app.log });
    const contentType = 'image/png';
    for (let count = 0; count < 30; count += 1) {
      await previews.add({ contentType, key: `file-${count}`, lane: 'one' }, false);
    }
    await previews.add({ contentType, key: 'other', lane: 'other' }, false);
    const waiting =
      "select lane, count(*) as count from tasks where kind = 'preview' group by lane order by lane";
    expect(await db.query(waiting)).toEqual([
      { lane: 'one', count: 20 },
      { lane: 'other', count: 1 },
    ]);
  });
});
