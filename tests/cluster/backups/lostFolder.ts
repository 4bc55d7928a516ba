import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../../server/data/db/db.ts';
import { openPglite } from '../../../server/data/db/open.ts';
import { dataPaths } from '../../../server/start/dataDir.ts';
import type { JobDetails } from '../../../src/contract/jobs/jobDetails.ts';
import { adminEmail, call, callAt, registerPeople, report } from '../../support/network/outsider.ts';
import { freePort, startBareServer } from '../../support/server/stack.ts';
import { startLoad } from '../load.ts';
import { until } from '../until.ts';
import { command, timed } from './command.ts';
import { type AddFault, continued, lost, restored } from './stored.ts';

/**
 * Loses the data folder of the default set-up while devices have messages queued, runs a server on an empty one by mistake, and restores
 * our backup. One device writes to a job that was reported after the backup.
 */
export async function lostFolder(addFault: AddFault): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'ev-lost-'));
  const port = await freePort();
  const env = { DATA_DIR: join(folder, 'data'), ADMIN_EMAIL: adminEmail, PORT: String(port) };
  const origin = `http://127.0.0.1:${port}`;
  await mkdir(env.DATA_DIR);
  let server = await startBareServer(env);
  /** Ends the server as a power cut does, and takes its data. */
  async function lose(): Promise<void> {
    await server.kill();
    await rm(env.DATA_DIR, { recursive: true });
    await mkdir(env.DATA_DIR);
  }
  const newJob = async (code: string) =>
    (await call<JobDetails>({ path: '/jobs/report', body: report(code, `${code} Rd`), key: code })).jobId;
  /** Reads the database while no server runs. */
  async function inDatabase<T>(work: (db: Database) => Promise<T>): Promise<T> {
    const db = await openPglite(dataPaths(env.DATA_DIR).database);
    return work(db).finally(() => db.close());
  }
  try {
    callAt(() => origin);
    await registerPeople();
    const jobs = [await newJob('EARLY1'), await newJob('EARLY2')];
    const load = await startLoad({ jobs, devices: 4, origin, writers: {} });
    await sleep(4000);
    const before = load.progress();
    const ours = join(folder, 'ours');
    await timed(
      'our backup',
      () => command('backup', [ours], env),
      (said) => `, ${said}`,
    );
    const after = load.progress();
    const lateJob = await newJob('LATE');
    const late = await startLoad({ jobs: [lateJob], devices: 1, origin, writers: {} });
    await sleep(4000);
    await lose();
    await sleep(500);
    const [atTheEnd, lateAtTheEnd] = [load.progress(), late.progress()];
    await sleep(5000);
    for (const one of [load, late]) one.stopTyping();
    await sleep(2500);
    const devices = [...load.devices, ...late.devices];

    /** Checks that every message that has not arrived is still in its device’s outbox, as typed and in order, and prints why it waits. */
    async function allWait(when: string): Promise<number> {
      const reasons = new Map<string, number>();
      let sum = 0;
      for (const { typed, acknowledged, unsent } of devices) {
        const waiting = await unsent();
        const texts = waiting.map((record) =>
          record.kind === 'message' ? record.payload.content : record.kind,
        );
        const due = typed.slice(acknowledged.length);
        if (texts.join() !== due.join()) addFault(`${when}: ${texts.join()} wait, ${due.join()} should`);
        for (const { state, error } of waiting) {
          const reason = `${state}${state === 'failed' ? ` (${error?.code}: “${error?.text}”)` : ''}`;
          reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
        }
        sum += waiting.length;
      }
      console.log(`${when}: ${[...reasons].map(([reason, count]) => `${count} ${reason}`).join(', ')}`);
      return sum;
    }
    /** Waits until the first message of each device is refused with a code. */
    const untilRefused = (code: string, which = devices) =>
      until(`the answer ${code}`, 60, async () => {
        const heads = await Promise.all(which.map(async ({ unsent }) => (await unsent())[0]));
        // What is gone without a word is found by `allWait`.
        return heads.every((head) => !head || head.error?.code === code);
      });

    const queued = await allWait('without a server');
    server = await startBareServer(env);
    for (const device of devices) await device.tryNow(false);
    await untilRefused('no-profile');
    await allWait('on an empty server');
    await registerPeople();
    for (const device of devices) await device.tryNow(false);
    await untilRefused('not-found');
    await allWait('on an empty server, registered again');
    await lose();

    console.log(await timed('our restore', () => command('restore', [ours], env)));
    const counts = await inDatabase((db) => restored(db, { before, after, addFault }));
    server = await timed('start of our server', () => startBareServer(env));
    for (const device of devices) await device.tryNow(true);
    await until('what was queued has arrived', 180, async () => (await load.waiting()) === 0);
    await load.end(false);
    await untilRefused('not-found', late.devices);
    const left = await allWait('after the restore');
    const stillThere = (late.progress()[0]?.typed ?? 0) - (lateAtTheEnd[0]?.acknowledged ?? 0);
    if (left !== stillThere) addFault(`${left} messages to the job that is gone wait, ${stillThere} should`);
    await server.stop();
    const sent = await inDatabase((db) =>
      continued(db, { counts, atTheEnd, now: load.progress(), addFault }),
    );
    if (sent + left !== queued) addFault(`${queued} were queued, ${sent} arrived, and ${left} wait`);
    console.log(
      `of ${queued} that were queued, ${sent} arrived once and in order, ${left} wait for their author: their job is gone`,
    );
    console.log(
      `acknowledged after the backup, and lost with the folder: ${lost(atTheEnd, counts)} messages, a job and its ${lateAtTheEnd[0]?.acknowledged}`,
    );
  } finally {
    await server.kill();
    await rm(folder, { recursive: true, force: true });
  }
}
