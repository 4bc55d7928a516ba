import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../../server/data/db/db.ts';
import type { JobDetails } from '../../../src/contract/jobs/jobDetails.ts';
import { withDatabase } from '../../support/database/withDatabase.ts';
import { s3Bucket, s3Environment, startS3 } from '../../support/files/s3.ts';
import { adminEmail, call, callAt, registerPeople, report } from '../../support/network/outsider.ts';
import { freePort, newDataDir, startBareServer } from '../../support/server/stack.ts';
import { fileWriter, startLoad } from '../load.ts';
import { until } from '../until.ts';
import { startArchivedPostgres } from './archivedPostgres.ts';
import { command, timed } from './command.ts';
import { type AddFault, continued, lost, restored } from './stored.ts';

/** Messages that are there before, so that sizes and times say something. */
const rowsBefore = Number(process.env.ROWS ?? 100_000);

const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;

async function bytesIn(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const sizes = await Promise.all(
    files.map(async (file) => (await stat(join(file.parentPath, file.name))).size),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** Ends the segment of WAL, and waits until it is in the archive. */
async function archive(db: Database): Promise<void> {
  const [segment] = await db.query<{ name: string }>('select pg_walfile_name(pg_switch_wal()) as name');
  await until('the WAL is in the archive', 60, async () => {
    const [last] = await db.query<{ name: string | null }>(
      'select last_archived_wal as name from pg_stat_archiver',
    );
    return (last?.name ?? '') >= (segment?.name ?? '');
  });
}

/**
 * Loses a database that pgBackRest archives, with its machine, under load, and restores it: to the end of the archive, then to a moment
 * before. Our own backup of the same rows is made and restored beside it.
 */
export async function pointInTime(addFault: AddFault): Promise<void> {
  const [postgres, s3, port] = [await startArchivedPostgres(), await startS3(), await freePort()];
  const folder = await mkdtemp(join(tmpdir(), 'ev-backups-'));
  const databaseUrl = `${postgres.url}/postgres`;
  const environment = async () => ({
    DATABASE_URL: databaseUrl,
    DATA_DIR: await newDataDir(false),
    ADMIN_EMAIL: adminEmail,
    PORT: String(port),
    FILES_URL: `s3://${s3Bucket}?endpoint=${s3.endpoint}`,
    ...s3Environment,
  });
  let env = await environment();
  let server = await startBareServer(env);
  const origin = `http://127.0.0.1:${port}`;
  try {
    callAt(() => origin);
    await registerPeople();
    const jobs: string[] = [];
    for (const n of [1, 2]) {
      const body = report(`POINT${n}`, `${n} Point Rd`);
      jobs.push((await call<JobDetails>({ path: '/jobs/report', body, key: `job-${n}` })).jobId);
    }
    await withDatabase(databaseUrl, (db) =>
      db.tx((tx) =>
        tx.script(`insert into messages (communication_id, job_id, content, status, from_user, from_user_type, created)
          select 'before-' || n, '${jobs[0]}', repeat(md5(n::text) || ' ', 6), 'ADDRESSED', '${adminEmail}', 'ADMIN', n
          from generate_series(1, ${rowsBefore}) n`),
      ),
    );
    const writers = { front: origin, [fileWriter]: origin };
    const load = await startLoad({ jobs, devices: 4, origin, writers });
    await sleep(3000);
    await timed(
      'pgBackRest, full backup under load',
      () => postgres.backUp(),
      ({ database, repository }) => `, ${megabytes(database)}, ${megabytes(repository)} in the repository`,
    );
    const ours = join(folder, 'ours');
    const said = await timed('our backup under load', () => command('backup', [ours], env));
    console.log(`${said} ${megabytes(await bytesIn(ours))} on disk.`);
    await sleep(3000);

    const beforeMoment = load.progress();
    const [moment, afterMoment] = await withDatabase(databaseUrl, async (db) => {
      const [row] = await db.query<{ now: string }>('select clock_timestamp()::text as now');
      return [row?.now ?? '', load.progress()] as const;
    });
    const momentAt = performance.now();
    await sleep(5000);
    const [beforeArchive, archivedAt] = [load.progress(), performance.now()];
    await withDatabase(databaseUrl, archive);
    await sleep(3000);
    await Promise.all([server.kill(), postgres.destroy()]);
    await sleep(1000);
    const [atTheEnd, endedAt] = [load.progress(), performance.now() - 1000];
    const since = (at: number) => `all of the last ${((endedAt - at) / 1000).toFixed(1)} s`;
    // The users go on without a server.
    await sleep(3000);

    async function restore(name: string, options: string[]): Promise<void> {
      await timed(`pgBackRest, restore to ${name}`, () => postgres.restore(...options));
      await timed('recovery by PostgreSQL', () => postgres.start());
    }
    await restore('the end of the archive', ['--type=default', '--archive-mode=off']);
    const whole = await withDatabase(databaseUrl, (db) =>
      restored(db, { before: beforeArchive, after: atTheEnd, addFault }),
    );
    console.log(
      `restored to the end of the archive: ${lost(atTheEnd, whole)} acknowledged messages lost, ${since(archivedAt)}`,
    );
    await postgres.destroy();

    await restore('a moment', ['--type=time', `--target=${moment}`, '--target-action=promote']);
    const counts = await withDatabase(databaseUrl, (db) =>
      restored(db, { before: beforeMoment, after: afterMoment, addFault }),
    );
    console.log(
      `restored to a moment: ${lost(atTheEnd, counts)} acknowledged messages lost, ${since(momentAt)}`,
    );
    await postgres.checkArchive();
    // On another machine: its data folder is empty.
    env = await environment();
    server = await timed('start of our server', () => startBareServer(env));
    await sleep(3000);
    await load.end(false);
    await withDatabase(databaseUrl, async (db) => {
      const sent = await continued(db, { counts, atTheEnd, now: load.progress(), addFault });
      console.log(`${sent} messages that waited or were typed since followed, once and in order`);
      const named = new Set(
        (await db.query<{ key: string }>('select key from attachments')).map(({ key }) => key),
      );
      const there = await s3.names('');
      const unnamed = there.filter((name) => !named.has(name)).length;
      const gone =
        (atTheEnd.find(({ name }) => name === fileWriter)?.acknowledged ?? 0) - (counts.get(fileWriter) ?? 0);
      // One more may have been stored without its row.
      if (unnamed < gone || unnamed > gone + 1)
        addFault(`${unnamed} files without rows, for ${gone} lost messages`);
      const found = await command('checkFiles', [], env);
      console.log(`${unnamed} files without rows. check-files: ${found}`);
      if (!found.includes('Missing files: 0 files.') || !found.includes('older than a day: 0 files'))
        addFault('check-files says otherwise');
      await db.query('create database ours');
    });
    const { FILES_URL: _, ...fresh } = await environment();
    const inFolder = { ...fresh, DATABASE_URL: `${postgres.url}/ours` };
    console.log(await timed('our restore', () => command('restore', [ours], inFolder)));
  } finally {
    await server.kill();
    await postgres.end();
    await s3.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
