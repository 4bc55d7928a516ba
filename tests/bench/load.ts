import { randomUUID } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import autocannon from 'autocannon';
import pg from 'pg';
import { emulatorProjectId } from '../../server/config.ts';
import { openPostgres } from '../../server/data/db/db.ts';
import { migrate } from '../../server/data/db/migrate.ts';
import { calls } from '../../src/contract/calls.ts';
import { startPostgres } from '../support/database/postgres.ts';
import { people, savePeople, tokenOf } from '../support/server/people.ts';
import { freePort, newDataDir, runUntilReady } from '../support/server/stack.ts';
import { benchServer } from './benchServer.ts';
import { type Asked, claims, jobOf, mixOf, reader, requestOf } from './mixOfCalls.ts';
import { recordedDatabase, type Statement } from './recordedDatabase.ts';
import { growTo } from './scaleData.ts';

/**
 * Simulates `USERS` users at once (500) for `SECONDS` (120) at two server processes on one PostgreSQL with `JOBS` (10,000), with the
 * calls of `mixOfCalls.ts`. Rates are not limited, because limits guard from this. Then a pool of bare clients runs the statements of the same mix on the same database, because
 * `pgbench` does not come with the npm package. Fails when any request does.
 */
const users = Number(process.env.USERS ?? 500);
const seconds = Number(process.env.SECONDS ?? 120);
const jobs = Number(process.env.JOBS ?? 10_000);
const rawClients = 20;

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
      const token = tokenOf(reader(1 + n), Date.now(), claims);
      const jobId = jobOf(n, jobs);
      const turn = { count: 0 };
      const mix = mixOf(1 + n, jobId, `${jobId.replace('job-', 'message-')}-2`, turn);
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

/** Records the statements of each call of the mix, as one member of staff makes them. */
async function statementsOf(url: string): Promise<{ statements: Statement[]; write: boolean }[]> {
  const opened = await openPostgres(url);
  const db = recordedDatabase(opened);
  const { app, end } = await benchServer(db, emulatorProjectId);
  const token = tokenOf(reader(1), Date.now(), claims);
  const recorded: { statements: Statement[]; write: boolean }[] = [];
  for (const ask of mixOf(1, 'job-4', 'message-4-2', { count: 0 })) {
    const asked = ask();
    const { method, path: inject, headers, body } = requestOf(asked, token);
    const statements = await db.record(async () => {
      const answer = await app.inject({ method, url: inject, headers, ...(body && { body }) });
      if (answer.statusCode !== 200)
        throw new Error(`${asked.call} answered ${answer.statusCode}: ${answer.body}`);
    });
    recorded.push({ statements, write: calls[asked.call].write });
  }
  await end();
  await opened.close();
  return recorded;
}

/** Runs the same statements in the same mix, each client on a job of its own, as fast as the database answers. */
async function rawOf(url: string, limit: number): Promise<{ calls: number; perSecond: number }> {
  const mix = await statementsOf(url);
  const pool = new pg.Pool({ connectionString: url, max: rawClients });
  // Connections may break when the database ends.
  pool.on('error', () => {});
  const until = performance.now() + limit * 1000;
  const began = performance.now();
  let done = 0;
  async function client(n: number): Promise<void> {
    const line = await pool.connect();
    const jobId = jobOf(n, jobs);
    for (let turn = n; performance.now() < until; turn += 1) {
      const { statements, write } = mix[turn % mix.length] as (typeof mix)[number];
      // Ids that a call creates are new here too, so that rows can be inserted.
      const fresh = new Map<unknown, unknown>([
        ['job-4', jobId],
        ['message-4-2', `${jobId.replace('job-', 'message-')}-2`],
      ]);
      const renew = (sql: string, params: readonly unknown[]) => {
        if (/insert into (messages|idempotency)/.test(sql)) {
          const made = params[/idempotency/.test(sql) ? 1 : 0];
          fresh.set(made, randomUUID());
        }
        return params.map((value) => (fresh.has(value) ? fresh.get(value) : value));
      };
      if (write) await line.query('begin');
      for (const { sql, params } of statements) await line.query(sql, renew(sql, params));
      if (write) await line.query('commit');
      done += 1;
    }
    line.release();
  }
  await Promise.all(Array.from({ length: rawClients }, (_, n) => client(n)));
  await pool.end();
  return { calls: done, perSecond: Math.round((done * 1000) / (performance.now() - began)) };
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

const servers = [];
for (let index = 0; index < 2; index += 1) {
  const port = await freePort();
  const dataDir = await newDataDir(false);
  const environment = {
    HOST: '127.0.0.1',
    PORT: String(port),
    DATA_DIR: dataDir,
    DATABASE_URL: url,
    DATABASE_POOL: '20',
  };
  const running = await runUntilReady(
    ['tests/support/server/bareServer.ts'],
    environment,
    'The server listens',
  );
  servers.push({ url: `http://127.0.0.1:${port}`, dataDir, running });
}
const half = Math.ceil(users / 2);
const load = await Promise.all(
  servers.map((server, index) => loadOf(server.url, index * half, Math.min(users, (index + 1) * half))),
);
for (const { running, dataDir } of servers) {
  await running.stop();
  await rm(dataDir, { recursive: true, force: true });
}
const raw = await rawOf(url, Math.min(seconds, 30));
await postgres.stop();

const perSecond = load.reduce((sum, one) => sum + one.perSecond, 0);
console.log(`${users} people at 2 processes for ${seconds} s, ${jobs} jobs, rates not limited; ms`);
console.table(load.map(({ statuses, ...one }) => ({ ...one, statuses: JSON.stringify(statuses) })));
console.log(
  `${Math.round(perSecond)} calls a second; the bare statements of the same mix over ${rawClients} lines: ${raw.perSecond}`,
);
console.log(`That is ${Math.round((perSecond / raw.perSecond) * 100)} % of what the database does alone.`);
await mkdir('node_modules/.cache', { recursive: true });
await writeFile(
  'node_modules/.cache/load.json',
  JSON.stringify({ users, seconds, jobs, load, raw }, null, 2),
);
if (load.some(({ errors }) => errors > 0)) process.exitCode = 1;
