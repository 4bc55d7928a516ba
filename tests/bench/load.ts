import { mkdir, rm, writeFile } from 'node:fs/promises';
import autocannon from 'autocannon';
import { migrate } from '../../server/data/db/migrate.ts';
import { openPostgres } from '../../server/data/db/open.ts';
import { calls } from '../../src/contract/calls.ts';
import { startPostgres } from '../support/database/postgres.ts';
import { emulatorClaims } from '../support/server/emulatorClaims.ts';
import { people, savePeople, tokenOf } from '../support/server/people.ts';
import { newDataDir, type Running, startBareServer } from '../support/server/stack.ts';
import { type Asked, jobOf, mixOf, reader, requestOf } from './mixOfCalls.ts';
import { processorSeconds } from './processorSeconds.ts';
import { growTo } from './scaleData.ts';

/**
 * Simulates `USERS` users at once (500) for `SECONDS` (120) at two server processes on one PostgreSQL with `JOBS` (10,000), with the
 * calls of `mixOfCalls.ts`, or with `MIX=reads` those that change nothing. Rates are not limited, because limits guard from this. Fails
 * when any request does.
 */
const users = Number(process.env.USERS ?? 500);
const seconds = Number(process.env.SECONDS ?? 120);
const jobs = Number(process.env.JOBS ?? 10_000);
const onlyReads = process.env.MIX === 'reads';

type Load = { requests: number; perSecond: number; errors: number; p50: number; p99: number; max: number };

/** Runs one connection for each user of this server. */
async function loadOf(url: string, from: number, to: number): Promise<Load & { statuses: object }> {
  let next = from;
  const result = await autocannon({
    url,
    connections: to - from,
    duration: seconds,
    timeout: 60,
    setupClient: (client) => {
      const n = next;
      next += 1;
      const token = tokenOf(reader(1 + n), Date.now(), emulatorClaims);
      const jobId = jobOf(n, jobs);
      const turn = { count: 0 };
      const all = mixOf(1 + n, jobId, `${jobId.replace('job-', 'message-')}-2`, turn);
      const mix = onlyReads ? all.filter((ask) => !calls[ask().call].write) : all;
      // Clients start with different calls.
      client.setRequests(
        mix.map((_, index) => ({
          setupRequest: (request) => ({
            ...request,
            ...requestOf((mix[(index + n) % mix.length] as () => Asked)(), token),
          }),
        })),
      );
    },
  });
  const { latency } = result;
  return {
    requests: result.requests.total,
    perSecond: result.requests.average,
    errors: result.errors + result.timeouts + result.non2xx,
    p50: latency.p50,
    p99: latency.p99,
    max: latency.max,
    statuses: result.statusCodeStats ?? {},
  };
}

const postgres = await startPostgres();
const url = `${postgres.url}/postgres`;
const db = await openPostgres(url);
await migrate(db);
await savePeople(db, Object.values(people), Date.now());
await growTo(url, 0, jobs);
// All users of the load are staff, who may see every job.
await db.query(
  `update users set user_type = 'EMPLOYEE' where email = any(array(select 'person-' || n || '@ev.test' from generate_series(1, $1::bigint) n))`,
  [users],
);
await db.close();

const servers: { url: string; dataDir: string; running: Running }[] = [];
for (let index = 0; index < 2; index += 1) {
  const dataDir = await newDataDir(false);
  const running = await startBareServer({ DATA_DIR: dataDir, DATABASE_URL: url, DATABASE_POOL: '20' });
  servers.push({ url: running.origin, dataDir, running });
}
/** Returns the processor time of our servers and of their connections at the database, seconds. */
async function timesNow(): Promise<{ servers: number; database: number }> {
  const watching = await openPostgres(url, { poolSize: 1 });
  const backends = await watching.query<{ pid: number }>(
    "select pid from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()",
  );
  await watching.close();
  return {
    servers: processorSeconds(servers.map(({ running }) => running.pid)),
    database: processorSeconds(backends.map(({ pid }) => pid)),
  };
}

const before = await timesNow();
const half = Math.ceil(users / 2);
const load = await Promise.all(
  servers.map((server, index) => loadOf(server.url, index * half, Math.min(users, (index + 1) * half))),
);
const after = await timesNow();
for (const { running, dataDir } of servers) {
  await running.stop();
  await rm(dataDir, { recursive: true, force: true });
}
await postgres.stop();

const perSecond = load.reduce((sum, one) => sum + one.perSecond, 0);
console.log(`${users} people at 2 processes for ${seconds} s, ${jobs} jobs, rates not limited; ms`);
console.table(load.map(({ statuses, ...one }) => ({ ...one, statuses: JSON.stringify(statuses) })));
console.log(`${Math.round(perSecond)} calls a second`);
const requests = load.reduce((sum, one) => sum + one.requests, 0);
const perCall = {
  servers: ((after.servers - before.servers) / requests) * 1000,
  database: ((after.database - before.database) / requests) * 1000,
};
console.log(
  `Processor time of a call, ms: ${perCall.servers.toFixed(2)} at the servers, ${perCall.database.toFixed(2)} at the database`,
);
await mkdir('node_modules/.cache', { recursive: true });
await writeFile(
  'node_modules/.cache/load.json',
  JSON.stringify({ users, seconds, jobs, onlyReads, perCall, load }, null, 2),
);
if (load.some(({ errors }) => errors > 0)) process.exitCode = 1;
