import { cp, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Database } from '../../../server/data/db/db.ts';
import { openBucket } from '../../../server/files/bucket.ts';
import { s3Bucket as openS3 } from '../../../server/files/s3.ts';
import { checkStore } from '../../../server/uploads/checkStore.ts';
import type { Failure } from '../../../src/contract/errors.ts';
import type { JobDetails } from '../../../src/contract/jobs/jobDetails.ts';
import type { Message } from '../../../src/contract/messages/message.ts';
import { startPostgres } from '../../support/database/postgres.ts';
import { withDatabase } from '../../support/database/withDatabase.ts';
import { s3Bucket, s3Environment, startS3rver } from '../../support/files/s3.ts';
import {
  adminEmail,
  call,
  callAt,
  clientAuthorization,
  filesThatOpen,
  registerPeople,
  report,
  sendAll,
  writeNumber,
} from '../../support/network/outsider.ts';
import { freePort, newDataDir, startBareServer } from '../../support/server/stack.ts';
import { until } from '../until.ts';
import { command, timed } from './command.ts';
import type { AddFault } from './stored.ts';

const filesBefore = 30;
const filesSince = 8;

/** Returns how many files are missing, by the metrics of a server. */
async function missingByMetrics(port: number): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  return Number(/^store_files\{state="missing"\} (\d+)$/m.exec(text)?.[1] ?? Number.NaN);
}

/**
 * Has a bucket fall behind its database, as after a restore of it alone: its newest files are missing until they are put back. Then the
 * reverse: a database that is restored to an earlier moment beside its bucket.
 */
export async function laggingBucket(addFault: AddFault): Promise<void> {
  const [postgres, s3] = [await startPostgres(), await startS3rver()];
  const folder = await mkdtemp(join(tmpdir(), 'ev-lagging-'));
  const environment = async (database: string) => ({
    DATABASE_URL: `${postgres.url}/${database}`,
    DATA_DIR: await newDataDir(false),
    ADMIN_EMAIL: adminEmail,
    FILES_URL: `s3://${s3Bucket}?endpoint=${s3.endpoint}`,
    ...s3Environment,
  });
  const metricsPort = await freePort();
  const env = await environment('postgres');
  const server = await startBareServer({ ...env, METRICS_PORT: String(metricsPort) });
  const check = (what: string, is: unknown, should: unknown) => {
    if (String(is) !== String(should)) addFault(`${what}: ${is} instead of ${should}`);
  };
  try {
    callAt(() => server.origin);
    await registerPeople();
    const { jobId } = await call<JobDetails>({
      path: '/jobs/report',
      body: report('LAG', '1 Lag Rd'),
      key: 'job',
    });
    // Every fifth write has a file, see `writeNumber`.
    const send = (round: number, count: number) =>
      sendAll(Array.from({ length: count }, (_, n) => writeNumber(n * 5 + 3, round, jobId)));
    await send(1, filesBefore);
    const ours = join(folder, 'ours');
    await command('backup', [ours], env);
    const earlier = join(folder, 'earlier');
    await cp(s3.folder, earlier, { recursive: true });
    await send(2, filesSince);
    check('files before', (await filesThatOpen(jobId)).length, filesBefore + filesSince);

    // The bucket of an earlier moment takes the place of today's.
    const ahead = join(folder, 'ahead');
    await rename(s3.folder, ahead);
    await cp(earlier, s3.folder, { recursive: true });
    const began = performance.now();
    const messages = await call<Message[]>({ path: `/jobs/${jobId}/communication` });
    check('messages that are shown', messages.length, filesBefore + filesSince);
    const opened = await filesThatOpen(jobId);
    check('files that open', opened.length, filesBefore);
    const gone = messages.filter(({ content }) => content.startsWith('R2'));
    const [file] = Object.values(gone[0]?.fileAttachmentsInfo ?? {});
    if (!file) throw new Error('There is no file.');
    const ask = (link: string) =>
      fetch(`${server.origin}/api${link}`, { headers: { authorization: clientAuthorization() } });
    const preview = `${dirname(file.link)}/preview/thumb`;
    for (const link of [file.link, preview]) {
      const answer = await ask(link);
      const { code, errorMessage } = (await answer.json()) as Failure;
      console.log(
        `a file that is missing${link === preview ? ', its preview' : ''}: ${answer.status} ${code} “${errorMessage}”`,
      );
      check('its status', answer.status, 404);
    }
    const found = await timed(
      'check-files',
      () => command('checkFiles', [], env),
      (said) => `, ${said.replace(/ [0-9a-f]{48}/g, '')}`,
    );
    if (!found.includes(`Missing files: ${filesSince} files.`)) addFault('check-files says otherwise');
    check('missing by the metrics', await missingByMetrics(metricsPort), filesSince);
    await send(3, 1);

    // Only what is missing is put back: what was stored meanwhile stays.
    await timed('putting the files back', () => cp(ahead, s3.folder, { recursive: true, force: false }));
    check('files that open again', (await filesThatOpen(jobId)).length, filesBefore + filesSince + 1);
    if (!(await command('checkFiles', [], env)).includes('Missing files: 0 files.'))
      addFault('check-files says otherwise after it');
    check('missing by the metrics after it', await missingByMetrics(metricsPort), 0);
    // A slow machine takes a second attempt.
    await until('the preview is there again', 330, async () => (await ask(preview)).status === 200);
    console.log(
      `everything opens again, without a restart, ${((performance.now() - began) / 1000).toFixed(0)} s after it was missing`,
    );

    await withDatabase(`${postgres.url}/postgres`, (db) => db.query('create database earlier'));
    const before = await environment('earlier');
    console.log(await timed('our restore of the database alone', () => command('restore', [ours], before)));
    const said = await command('checkFiles', [], before);
    console.log(`check-files: ${said}`);
    if (!said.includes('older than a day: 0 files') || !said.includes('Missing files: 0 files.'))
      addFault('check-files says otherwise after the restore');
    await withDatabase(before.DATABASE_URL, (db) => aDayLater(db));
  } finally {
    await server.kill();
    await postgres.stop();
    await s3.stop();
    await rm(folder, { recursive: true, force: true });
  }

  /** Runs the daily check at once and a day later: it deletes the newer files, and no other. */
  async function aDayLater(db: Database): Promise<void> {
    Object.assign(process.env, s3Environment);
    const place = { bucket: s3Bucket, region: 'us-east-1', endpoint: s3.endpoint };
    const files = await openBucket(openS3(place), '', join(folder, 'incoming'));
    const run = (hours: number) =>
      checkStore({ db, files, now: () => Date.now() + hours * 3_600_000 }, 'few');
    check('deleted at once', (await run(0)).removed, 0);
    check('deleted within a day', (await run(23)).removed, 0);
    const later = await run(25);
    console.log(`a day later: ${later.removed} of ${later.stored} files deleted, ${later.missing} missing`);
    // Those sent since, and the preview.
    check('deleted a day later', later.removed, filesSince + 2);
    check('missing a day later', later.missing, 0);
  }
}
