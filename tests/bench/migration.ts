import { rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { openPostgres } from '../../server/data/db/db.ts';
import { dueRules } from '../support/dueRules.ts';
import { people, savePeople, tokenOf } from '../support/people.ts';
import { startPostgres } from '../support/postgres.ts';
import { freePort, newDataDir, type Running, runUntilReady } from '../support/stack.ts';
import { claims, jobOf, mixOf, reader, requestOf } from './mixOfCalls.ts';
import { addEarlierData } from './scaleData.ts';

/**
 * Measures an update of the product under load: `EARLIER=../ev-jobs-before npm run bench:migration`, where `EARLIER` is a checkout of the
 * version before, with its packages installed. That version's server runs on a PostgreSQL with `JOBS` jobs (100,000), and
 * `USERS` users (30) make a call of `mixOfCalls.ts` each, one after another, with a pause of `PAUSE` ms (100). Then a server of
 * this version starts on the same database and migrates it; half of the users move to it, the others follow when the version before
 * ends, so that the work that follows in the background has the load of all. Then an admin sets rules of due dates, which are computed
 * for all open jobs. Prints how long each part took and what the calls took meanwhile. Fails when a call failed, a message is not stored
 * exactly once, or the work does not end within `mostMs`.
 */
const { EARLIER } = process.env;
if (!EARLIER)
  throw new Error('Set EARLIER to a checkout of the version before, with its packages installed.');
const earlier = resolve(EARLIER);
const jobs = Number(process.env.JOBS ?? 100_000);
const users = Number(process.env.USERS ?? 30);
const pauseMs = Number(process.env.PAUSE ?? 100);
const aloneMs = 15_000;
/** A schedule starts within a minute; the rest is for the work. */
const mostMs = 600_000;

type Taken = { atMs: number; ms: number; status: number; call: string };
const taken: Taken[] = [];
const failures: string[] = [];
let sentMessages = 0;

/** Makes one call after another until `isOver`; each goes to the server that `urlNow` names then. */
async function use(n: number, urlNow: () => string, isOver: () => boolean): Promise<void> {
  const token = tokenOf(reader(n), Date.now(), claims);
  const jobId = jobOf(n, jobs);
  const mix = mixOf(n, jobId, `${jobId.replace('job-', 'message-')}-2`, { count: 0 });
  for (let turn = n; !isOver(); turn += 1) {
    const asked = (mix[turn % mix.length] as (typeof mix)[number])();
    const { path, ...request } = requestOf(asked, token);
    const began = performance.now();
    const answer = await fetch(urlNow() + path, request).catch((error: unknown) => String(error));
    const text = typeof answer === 'string' ? answer : await answer.text();
    const status = typeof answer === 'string' ? 0 : answer.status;
    taken.push({ atMs: began, ms: performance.now() - began, status, call: asked.call });
    if (asked.call === 'updateJob' && status === 200) sentMessages += 1;
    if (status !== 200) failures.push(`${asked.call}: ${status} ${text.slice(0, 200)}`);
    await wait(pauseMs);
  }
}

function rowOf(part: string, fromMs: number, toMs: number) {
  const calls = taken.filter(({ atMs }) => atMs >= fromMs && atMs < toMs);
  const sorted = calls.map(({ ms }) => ms).sort((a, b) => a - b);
  const at = (share: number) =>
    Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0);
  return {
    part,
    seconds: Math.round((toMs - fromMs) / 100) / 10,
    calls: calls.length,
    failed: calls.filter(({ status }) => status !== 200).length,
    p50: at(0.5),
    p99: at(0.99),
    longest: at(1),
  };
}

/** Starts the server of a checkout on the database. */
async function serve(
  dir: string,
  url: string,
): Promise<{ url: string; running: Running; end(): Promise<void> }> {
  const port = await freePort();
  const dataDir = await newDataDir(false);
  const environment = {
    HOST: '127.0.0.1',
    PORT: String(port),
    DATA_DIR: dataDir,
    DATABASE_URL: url,
  };
  const program = join(dir, 'tests', 'support', 'bareServer.ts');
  const running = await runUntilReady([program], environment, 'The server listens');
  return {
    url: `http://127.0.0.1:${port}`,
    running,
    async end() {
      await running.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Imports a module of the version before. */
function ofEarlier<Module>(path: string): Promise<Module> {
  return import(pathToFileURL(join(earlier, path)).href) as Promise<Module>;
}

const postgres = await startPostgres();
const url = `${postgres.url}/postgres`;
const { migrate } =
  await ofEarlier<typeof import('../../server/data/db/migrate.ts')>('server/data/db/migrate.ts');
const { growTo } = await ofEarlier<typeof import('./scaleData.ts')>('tests/bench/scaleData.ts');
const db = await openPostgres(url);
await migrate(db);
await savePeople(db, Object.values(people), Date.now());
await growTo(url, 0, jobs);
await addEarlierData(db, jobs);
await db.query(
  `update users set user_type = 'EMPLOYEE' where email = any(array(select 'person-' || n || '@ev.test' from generate_series(1, $1::bigint) n))`,
  [users],
);
const countSql = `select count(*)::int as messages from messages where content = 'Seen, thank you.'`;

/** What is left to do in the background, by the part that ends with it. */
const left = {
  'times of jobs, from the history': 'select 1 from job_times where reported is null limit 1',
  'one spelling of states': `select 1 from jobs where address->>'state' = 'Massachusetts' limit 1`,
  'due dates of open jobs': 'select 1 from due_progress where seq_below is not null',
};

/** Waits until nothing of a kind is left. @returns when, in milliseconds of `performance.now()` */
async function doneAt(what: keyof typeof left): Promise<number> {
  const began = performance.now();
  while ((await db.query(left[what])).length > 0) {
    if (performance.now() - began > mostMs) throw new Error(`Not done after ${mostMs / 1000} s: ${what}.`);
    await wait(250);
  }
  return performance.now();
}

let isOver = false;
const before = await serve(earlier, url);
let after = before;
let isUpdated = false;
const load = Array.from({ length: users }, (_, n) =>
  use(
    n + 1,
    () => (n % 2 === 0 || isUpdated ? after.url : before.url),
    () => isOver,
  ),
);
const beganMs = performance.now();
await wait(aloneMs);
const startedMs = performance.now();
const next = await serve(process.cwd(), url);
const readyMs = performance.now();
after = next;
await wait(aloneMs);
isUpdated = true;
// Its last calls are under way.
await wait(5000);
await before.end();
const aloneAtMs = performance.now();
// The version before has put off by an hour the schedules that it does not know; that hour has passed here.
await db.query("update tasks set run_after = 0 where kind = 'schedule' and result is null and done is null");
const done = await Promise.all([doneAt('times of jobs, from the history'), doneAt('one spelling of states')]);
const filledMs = Math.max(...done);
await wait(aloneMs);
const rulesMs = performance.now();
const { path, ...request } = requestOf(
  { call: 'saveDueRules', body: { rules: dueRules } },
  tokenOf(people.admin, Date.now(), claims),
);
const saved = await fetch(next.url + path, request);
if (!saved.ok) throw new Error(`The rules were not set: ${saved.status} ${await saved.text()}`);
const savedMs = performance.now();
const datedMs = await doneAt('due dates of open jobs');
isOver = true;
await Promise.all(load);
await next.end();

const [{ dated = 0, open = 0 } = {}] = await db.query<{ dated: number; open: number }>(
  `select count(due_end) as dated, count(*) as open from jobs where status in ('IN_PROGRESS', 'ON_HOLD')`,
);
const ran = await db.query<{ name: string }>('select name from migrations order by name');
const [stored] = await db.query<{ messages: number }>(countSql);
await db.close();
await postgres.stop();

console.log(`${jobs} jobs, ${users} users; milliseconds. The last migration is ${ran.at(-1)?.name}.`);
console.table([
  rowOf('the version before alone', beganMs, startedMs),
  rowOf('this version starts', startedMs, readyMs),
  rowOf('both', readyMs, aloneAtMs),
  rowOf('this version, while times and states follow', aloneAtMs, filledMs),
  rowOf('this version alone', filledMs, rulesMs),
  rowOf('due dates are computed', rulesMs, datedMs),
]);
const seconds = (ms: number) => Math.round(ms / 100) / 10;
console.log(
  `Times were read for ${seconds((done[0] ?? 0) - aloneAtMs)} s, states for ${seconds((done[1] ?? 0) - aloneAtMs)} s.`,
);
console.log(
  `Rules were set in ${seconds(savedMs - rulesMs)} s; ${dated} of ${open} open jobs had due dates ${seconds(datedMs - savedMs)} s later.`,
);
console.log(`${sentMessages} messages were acknowledged, ${stored?.messages} are stored.`);
for (const failure of new Set(failures)) console.log(`FAILED ${failure}`);
if (failures.length > 0 || stored?.messages !== sentMessages) process.exitCode = 1;
