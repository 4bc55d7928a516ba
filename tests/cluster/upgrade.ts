import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { JobDetails } from '../../src/contract/jobs/jobDetails.ts';
import { startPostgres } from '../support/database/postgres.ts';
import { withDatabase } from '../support/database/withDatabase.ts';
import { startBalancer } from '../support/network/balancer.ts';
import { adminEmail, call, callAt, registerPeople, report } from '../support/network/outsider.ts';
import { freePort, newDataDir, startBareServer } from '../support/server/stack.ts';
import { endWith, isPlanted } from './ending.ts';
import { startLoad } from './load.ts';
import { makeVersion, serverOf } from './version.ts';

/**
 * Upgrades two servers behind one address to two made-up later versions, under load, without a stop. A column of messages gets another
 * name: the next version adds it beside the old one and reads only the new one (expand), the one after it removes the old one (contract).
 * Both versions are copies of the project with changed code, run by Node as they are; the devices that write stay as they are today.
 * `PLANTED=1` forgets that servers of today write the old column, which must be found.
 */
const folder = await mkdtemp(join(tmpdir(), 'ev-upgrade-'));
const expand = `
alter table messages add column written_at bigint;
create function messages_written() returns trigger language plpgsql as $$
begin
  new.written_at := coalesce(new.written_at, new.written);
  new.written := new.written_at;
  return new;
end $$;
create trigger messages_written before insert or update on messages for each row execute function messages_written();
update messages set written_at = written;`;
const contract = `
drop trigger messages_written on messages;
drop function messages_written();
alter table messages drop column written;`;

const newName = [
  ['server/data/messages/addMessage.ts', 'words, written,', 'words, written_at,'],
  ['server/data/messages/messageRow.ts', 'm.written, m.whole', 'm.written_at as written, m.whole'],
  [
    'server/data/jobs/exportJobs.ts',
    'm.written, m.from_user_type',
    'm.written_at as written, m.from_user_type',
  ],
  // What an app of today does not know.
  [
    'server/data/messages/messageRow.ts',
    '...(written !== null &&',
    "ofLater: 'new', ...(written !== null &&",
  ],
] as const;
const files = new Map<string, string>();
for (const [file, from, to] of newName) {
  const source = files.get(file) ?? (await readFile(file, 'utf8'));
  if (!source.includes(from)) throw new Error(`${file} has no ${from}.`);
  files.set(file, source.replace(from, to));
}
// Planted: servers of today write nothing into the new column.
files.set(
  'server/migrations/901_expand.sql',
  isPlanted ? `${expand}alter table messages disable trigger messages_written;` : expand,
);
const next = await makeVersion(join(folder, 'next'), files);
files.set('server/migrations/902_contract.sql', contract);
const afterNext = await makeVersion(join(folder, 'after-next'), files);
const today = '.';

const postgres = await startPostgres();
const databaseUrl = `${postgres.url}/postgres`;
type Server = {
  port: number;
  run(version: string): Promise<void>;
  stop(): Promise<unknown>;
  kill(): Promise<void>;
};

async function openServer(): Promise<Server> {
  const port = await freePort();
  const dataDir = await newDataDir(false);
  let running: Awaited<ReturnType<typeof startBareServer>>;
  return {
    port,
    async run(version) {
      running = await startBareServer(
        { DATABASE_URL: databaseUrl, DATA_DIR: dataDir, ADMIN_EMAIL: adminEmail, PORT: String(port) },
        [serverOf(version)],
      );
    },
    stop: () => running.stop(),
    kill: () => running.kill(),
  };
}

const faults: string[] = [];
const first = await openServer();
const second = await openServer();
await Promise.all([first.run(today), second.run(today)]);
const balancer = await startBalancer([first, second].map(({ port }) => `http://127.0.0.1:${port}`));
try {
  callAt(() => balancer.url);
  await registerPeople();
  const body = report('UPGRADE', '1 Upgrade Rd');
  const { jobId } = await call<JobDetails>({ path: '/jobs/report', body, key: 'job' });
  const load = await startLoad({
    jobs: [jobId],
    devices: 4,
    origin: balancer.url,
    writers: { front: balancer.url },
  });
  const steps: [string, () => Promise<unknown>][] = [
    ['both of today', () => sleep(0)],
    ['the next version beside today’s', () => first.stop().then(() => first.run(next))],
    [
      'today’s killed, and started on the next version’s database',
      () => second.kill().then(() => second.run(today)),
    ],
    ['both of the next version', () => second.stop().then(() => second.run(next))],
    ['the one after it beside the next', () => first.stop().then(() => first.run(afterNext))],
    ['both of the one after it', () => second.stop().then(() => second.run(afterNext))],
  ];
  for (const [name, step] of steps) {
    const began = performance.now();
    await step();
    const took = performance.now() - began;
    await Promise.race([sleep(4000), load.broken]);
    console.log(
      `${name}: ${(took / 1000).toFixed(1)} s, ${load.longestGap('front', began).toFixed(1)} s without writes, ${load.failures()} requests without 200 so far`,
    );
  }
  await load.end();
  await withDatabase(databaseUrl, async (db) => {
    faults.push(...(await load.faults(db)));
    const [without] = await db.query<{ count: number }>(
      "select count(*) from messages where written_at is null and content like 'device %'",
    );
    if (without && without.count > 0) faults.push(`${without.count} messages lack what the new column holds`);
    const columns = await db.query(
      "select 1 from information_schema.columns where table_name = 'messages' and column_name = 'written'",
    );
    if (columns.length > 0) faults.push('the old column is still there');
  });
  console.log(load.summary());
} catch (error) {
  faults.push(String(error));
} finally {
  await Promise.all([first.kill(), second.kill()]);
  await balancer.close();
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
}
endWith(faults);
