import { mkdir, writeFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../server/data/db/db.ts';
import { migrate } from '../../server/data/db/migrate.ts';
import { openPostgres } from '../../server/data/db/open.ts';
import { updateSomeDue } from '../../server/data/due/changeDue.ts';
import { dueDigest, queueDueDigests } from '../../server/data/due/dueDigest.ts';
import { calls } from '../../src/contract/calls.ts';
import { startPostgres } from '../support/database/postgres.ts';
import { people, savePeople, tokenOf } from '../support/server/people.ts';
import { benchServer } from './benchServer.ts';
import { type Plan, plansOf } from './plans.ts';
import { type RecordedDatabase, recordedDatabase, type Statement } from './recordedDatabase.ts';
import { assignee, scaleCalls as everyCall, type ScaleCall } from './scaleCalls.ts';
import { fillConversation, growTo } from './scaleData.ts';

/**
 * Measures the cost of each call as jobs grow to `JOBS` (1,000,000 by default). A second database stays at a thousand, and both are
 * called in turn, so that a busy machine slows both and leaves their ratio. Prints a table for each size and the plans of the
 * last; saves all in `node_modules/.cache/scale.json`. Fails when a call takes more than `mostTimes` as long, or a
 * statement scans a large table fully.
 */
const mostJobs = Number(process.env.JOBS ?? 1_000_000);
const samples = Number(process.env.SAMPLES ?? 41);
const smallest = 1000;
/** `ONLY='view|mine'`: calls by their names. */
const only = new RegExp(process.env.ONLY ?? '');
const scaleCalls = everyCall.filter(({ name }) => only.test(name));
const sizes = [1000, 10_000, 100_000, 1_000_000].filter((size) => size < mostJobs).concat(mostJobs);

type Server = { app: FastifyInstance; db: RecordedDatabase; jobs: number; end(): Promise<void> };

async function serverOn(opened: Database, jobs: number): Promise<Server> {
  const db = recordedDatabase(opened);
  const { app, end } = await benchServer(db);
  return {
    app,
    db,
    jobs,
    async end() {
      await end();
      await opened.close();
    },
  };
}

type Timed = { callMs: number; sqlMs: number; statements: Statement[]; items: number };

async function timed({ app, db, jobs }: Server, one: ScaleCall): Promise<Timed> {
  const { method, path } = calls[one.call];
  const url = one.url ?? `/api${path.replace(/\{(\w+)\}/g, (_, key: string) => one.params?.[key] ?? '')}`;
  const body = await one.body?.(db, jobs);
  const { as = 'employee' } = one;
  const authorization = `Bearer ${tokenOf(typeof as === 'string' ? people[as] : as, Date.now())}`;
  let callMs = 0;
  let items = 0;
  const statements = await db.record(async () => {
    const began = performance.now();
    const answer = await app.inject({ method, url, headers: { authorization }, ...(body ? { body } : {}) });
    callMs = performance.now() - began;
    if (!one.url) items = answer.json<{ body: { items?: unknown[] } }>().body?.items?.length ?? 0;
    if (answer.statusCode !== 200) throw new Error(`${one.name}: ${answer.statusCode} ${answer.body}`);
  });
  return { callMs, sqlMs: statements.reduce((sum, { ms }) => sum + ms, 0), statements, items };
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

const round = (value: number) => Math.round(value * 100) / 100;

/** `times`: the p50 of a call against that of the thousand jobs called in turn with it; `sqlTimes`: of its statements alone. */
type Row = {
  jobs: number;
  what: string;
  p50: number;
  times: number;
  sqlP50: number;
  sqlTimes: number;
  /** Pages of 8 KB that its reads use, independent of other load on the machine; and with a thousand jobs. */
  pages: number;
  pagesOfSmall: number;
  /** Rows of the response, and with a thousand jobs: a longer page costs more to write. */
  items: number;
  itemsOfSmall: number;
};

async function pagesOf(server: Server, { statements }: Timed): Promise<number> {
  return (await plansOf(server.db, statements)).reduce((sum, { pages }) => sum + pages, 0);
}

async function rowOf(grown: Server, small: Server, one: ScaleCall): Promise<Row> {
  const taken: Record<'grown' | 'small', Timed[]> = { grown: [], small: [] };
  for (let turn = -3; turn < samples; turn += 1) {
    const both = { grown: await timed(grown, one), small: await timed(small, one) };
    if (turn < 0) continue;
    taken.grown.push(both.grown);
    taken.small.push(both.small);
  }
  const p50 = (of: Timed[], what: 'callMs' | 'sqlMs') => median(of.map((sample) => sample[what]));
  const pages = await pagesOf(grown, await timed(grown, one));
  const pagesOfSmall = await pagesOf(small, await timed(small, one));
  return {
    jobs: grown.jobs,
    what: one.name,
    p50: round(p50(taken.grown, 'callMs')),
    times: round(p50(taken.grown, 'callMs') / p50(taken.small, 'callMs')),
    sqlP50: round(p50(taken.grown, 'sqlMs')),
    sqlTimes: round(p50(taken.grown, 'sqlMs') / p50(taken.small, 'sqlMs')),
    pages,
    pagesOfSmall,
    items: taken.grown[0]?.items ?? 0,
    itemsOfSmall: taken.small[0]?.items ?? 0,
  };
}

/** Times what due dates need in the background; `longest` is the longest time in which rows may be locked. */
async function workOf({ db, jobs }: Server) {
  const now = Math.floor(Date.now() / 1000);
  const rows: { jobs: number; what: string; ms: number; longest: number }[] = [];
  async function times(what: string, step: () => Promise<unknown>) {
    const steps: number[] = [];
    let isMore: unknown = true;
    while (isMore === true) {
      const began = performance.now();
      isMore = await step();
      steps.push(performance.now() - began);
    }
    const ms = steps.reduce((sum, step) => sum + step, 0);
    rows.push({ jobs, what, ms: round(ms), longest: round(Math.max(...steps)) });
  }
  await times('due dates of all open jobs, after a change of the rules', () => db.tx(updateSomeDue));
  await times('emails about due jobs are queued', () => queueDueDigests(db, now));
  await times('one of them is written', () => dueDigest(db, assignee.email, now));
  return rows;
}

const postgres = await startPostgres();
const urlOf = (name: string) => `${postgres.url}/${name}`;
const maker = await openPostgres(urlOf('postgres'));
await maker.query('create database grown');
const opened = await openPostgres(urlOf('grown'));
await migrate(opened);
await savePeople(opened, Object.values(people), Date.now());
await growTo(urlOf('grown'), 0, smallest);
await fillConversation(opened);
await opened.query('analyze');
await opened.close();
await maker.query('create database small template grown');
await maker.close();
const small = await serverOn(await openPostgres(urlOf('small')), smallest);

const rows: Row[] = [];
const plans: (Plan & { what: string })[] = [];
let before = smallest;
for (const size of sizes) {
  const began = performance.now();
  await growTo(urlOf('grown'), before, size);
  console.log(
    `${size} jobs, filled in ${Math.round((performance.now() - began) / 1000)} s; medians of ${samples} in ms`,
  );
  before = size;
  const grown = await serverOn(await openPostgres(urlOf('grown')), size);
  const [held] = await grown.db.query<{ bytes: number }>(
    'select pg_database_size(current_database()) as bytes',
  );
  console.log(`The database has ${Math.round((held?.bytes ?? 0) / 1_000_000)} MB.`);
  const now: Row[] = [];
  for (const one of scaleCalls) now.push(await rowOf(grown, small, one));
  console.table(now);
  console.table(await workOf(grown));
  rows.push(...now);
  if (size === mostJobs) {
    for (const one of scaleCalls) {
      const { statements } = await timed(grown, one);
      const ofCall = await plansOf(grown.db, statements);
      plans.push(...ofCall.map((plan) => ({ what: one.name, ...plan })));
    }
  }
  await grown.end();
}
await small.end();
await postgres.stop();

const costly = plans.filter(({ rows: read, scans }) => read > 1000 || scans.length > 0);
console.log('Statements that read more than 1,000 rows, or a large table from end to end:');
for (const { what, sql, ms, rows: read, pages, scans } of costly) {
  console.log(
    `- ${what}: ${round(ms)} ms, ${read} rows, ${pages} pages ${scans.map((name) => `SCANS ${name}`)}`,
  );
  console.log(`    ${sql.slice(0, 80)} … ${sql.slice(-220)}`);
}
await mkdir('node_modules/.cache', { recursive: true });
await writeFile('node_modules/.cache/scale.json', JSON.stringify({ samples, rows, plans }, null, 2));

const limits = new Map(scaleCalls.map(({ name, mostTimes = Number.POSITIVE_INFINITY }) => [name, mostTimes]));
const slow = rows.filter(({ jobs, what, times }) => jobs === mostJobs && times > (limits.get(what) ?? 0));
for (const { what, times } of slow) {
  console.log(`OVER ${limits.get(what)}: ${what} takes ${times} times as long`);
}
const scanning = plans.filter(({ scans }) => scans.length > 0);
if (slow.length > 0 || scanning.length > 0) process.exitCode = 1;
