import { rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, inject, it } from 'vitest';
import { openPostgres } from '../../../server/data/db/open.ts';
import { openBucket } from '../../../server/files/bucket.ts';
import { s3Bucket } from '../../../server/files/s3.ts';
import { checkStore } from '../../../server/uploads/checkStore.ts';
import type { JobDetails } from '../../../src/contract/jobs/jobDetails.ts';
import { isAll } from '../../support/amount.ts';
import { newPostgresDatabase } from '../../support/database/databases.ts';
import { s3Bucket as bucket, s3Environment, startS3 } from '../../support/files/s3.ts';
import { randomFrom } from '../../support/network/faults.ts';
import {
  adminEmail,
  call,
  callAt,
  counted,
  filesThatOpen,
  Refused,
  registerPeople,
  report,
  type Write,
  writeNumber,
} from '../../support/network/outsider.ts';
import { freePort, newDataDir, type Running, startBareServer } from '../../support/server/stack.ts';

/** `npm test -- two-servers` kills more often. */
const kills = Number(process.env.KILLS ?? 1);
const seed = Number(process.env.SEED ?? 7);
const writesPerKill = 60;
const atOnce = 8;

const ends: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const end of ends.reverse()) await end();
});

const drawn = randomFrom(seed);

type Server = { origin: string; running: Running; start(): Promise<void> };

async function openServer(places: Record<string, string>): Promise<Server> {
  const port = await freePort();
  const dataDir = await newDataDir(false);
  const own = { PORT: String(port), DATA_DIR: dataDir, ADMIN_EMAIL: adminEmail };
  async function start() {
    server.running = await startBareServer({ ...places, ...s3Environment, ...own });
  }
  const server = { origin: `http://127.0.0.1:${port}`, start } as Server;
  await start();
  ends.push(async () => {
    await server.running.kill();
    await rm(dataDir, { recursive: true, force: true });
  });
  return server;
}

it.runIf(isAll)(
  `of two servers on one PostgreSQL and one bucket one may be killed at any time (KILLS=${kills} SEED=${seed}): no acknowledged write is lost, none is doubled, and everybody goes on`,
  async () => {
    const shared = inject('s3Endpoint');
    const s3 = shared === '' ? await startS3() : undefined;
    if (s3) ends.push(s3.stop);
    const endpoint = s3?.endpoint ?? shared;
    const database = await newPostgresDatabase();
    ends.push(database.drop);
    const prefix = `two-servers-${Date.now()}/`;
    const places = {
      DATABASE_URL: database.url,
      FILES_URL: `s3://${bucket}/${prefix}?endpoint=${endpoint}`,
    };
    const servers = await Promise.all([openServer(places), openServer(places)]);
    let turn = 0;
    callAt(() => servers[turn++ % servers.length]?.origin ?? '');
    await registerPeople();

    let again = 0;
    /** As the app does: the same write with the same key, until somebody says that it was done. */
    async function persist(write: Write): Promise<void> {
      while (!write.acknowledged) {
        try {
          await write.send(new AbortController().signal);
        } catch (error) {
          if (error instanceof Refused && !/: 503 /.test(error.message)) throw error;
          again += 1;
          await sleep(20);
        }
      }
    }

    let killed = 0;
    const all: { jobId: string; writes: Write[] }[] = [];
    for (let round = 0; round < kills; round++) {
      const body = report(`ROUND${round}`, `${round} Long Rd`);
      const { jobId } = await call<JobDetails>({ path: '/jobs/report', body, key: `round-${round}` });
      const writes = Array.from({ length: writesPerKill }, (_, index) => writeNumber(index, round, jobId));
      all.push({ jobId, writes });
      const victim = servers[Math.floor(drawn() * servers.length)];
      const killAfter = 5 + Math.floor(drawn() * (writesPerKill - 25));
      const awayMs = Math.floor(drawn() * 300);
      let acknowledged = 0;
      let restarted: Promise<void> | undefined;
      const waiting = [...writes];
      async function person(): Promise<void> {
        for (let write = waiting.shift(); write; write = waiting.shift()) {
          await persist(write);
          acknowledged += 1;
          if (acknowledged !== killAfter) continue;
          killed += 1;
          restarted = victim?.running
            .kill()
            .then(() => sleep(awayMs))
            .then(victim.start);
        }
      }
      await Promise.all(Array.from({ length: atOnce }, person));
      await restarted;
    }
    expect(killed).toBe(kills);

    let files = 0;
    for (const { jobId, writes } of all) {
      const counts = await counted(jobId);
      expect(writes.filter(({ mark }) => counts.get(mark) !== 1).map(({ mark }) => mark)).toEqual([]);
      const withFile = writes.filter(({ kind }) => kind === 'file').map(({ mark }) => mark);
      expect((await filesThatOpen(jobId)).sort()).toEqual(withFile.sort());
      files += withFile.length;
    }

    const db = await openPostgres(database.url);
    ends.push(() => db.close());
    const dir = await newDataDir(false);
    ends.push(() => rm(dir, { recursive: true, force: true }));
    Object.assign(process.env, s3Environment);
    const place = { bucket, region: 'us-east-1', endpoint };
    const store = await openBucket(s3Bucket(place), prefix, dir);
    const inTwoDays = () => Date.now() + 48 * 3_600_000;
    const found = await checkStore({ db, files: store, now: inTwoDays }, 'all');
    expect(found).toMatchObject({ stored: files + found.orphaned, removed: found.orphaned, missing: 0 });
    const after = await checkStore({ db, files: store, now: inTwoDays }, 'none');
    expect(after).toMatchObject({ stored: files, orphaned: 0, missing: 0 });
    console.log(
      `${kills * writesPerKill} writes, ${killed} kills, ${again} tries again, 0 lost, 0 doubled, ${files} files, ${found.orphaned} orphans removed`,
    );
  },
  600_000,
);
