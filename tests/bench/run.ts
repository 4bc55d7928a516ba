import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { Bench } from 'tinybench';
import { buildApp } from '../../server/app.ts';
import { emulatorVerifier } from '../../server/auth.ts';
import { type Database, openPglite, openPostgres } from '../../server/data/db.ts';
import { migrate } from '../../server/data/migrate.ts';
import { openFolder } from '../../server/files/folder.ts';
import { type CallName, calls, type RequestOf } from '../../src/contract/calls.ts';
import { people, projectId, tokenOf } from '../support/people.ts';
import { startPostgres } from '../support/postgres.ts';
import { fill, size, talkedOf } from './dataset.ts';
import { type RecordedDatabase, recordedDatabase } from './recordedDatabase.ts';

/**
 * What each call costs against the bare SQL it runs, side by side in one run: the rest is token, access, rules, envelope
 * and JSON. Prints a table, and keeps the figures in `node_modules/.cache/bench.json`.
 */
type Measured = { name: string; params?: Record<string, string>; body?: object; call: CallName };

const staff = people.employee.email;
const measured: Measured[] = [
  { name: 'first page of all jobs', call: 'jobs', body: { username: staff } satisfies RequestOf<'jobs'> },
  {
    name: 'search "main" among open jobs',
    call: 'searchJobs',
    body: { text: 'main', statuses: ['IN_PROGRESS'] } satisfies RequestOf<'searchJobs'>,
  },
  { name: 'one job', call: 'job', params: { jobId: talkedOf } },
  { name: `conversation of ${size.messagesOfOneJob}`, call: 'conversation', params: { jobId: talkedOf } },
  {
    name: 'what needs an answer',
    call: 'allMessages',
    body: { username: staff, status: 'NEW', toMe: true } satisfies RequestOf<'allMessages'>,
  },
  { name: 'counts', call: 'stats' },
  {
    name: 'send a message',
    call: 'updateJob',
    body: {
      evJobId: 'job-2',
      jobUpdateUser: staff,
      'evCommunication.content': 'Seen, thank you.',
      'evCommunication.fromUserId': staff,
      'evCommunication.fromUserType': 'EMPLOYEE',
    } satisfies RequestOf<'updateJob'>,
  },
];

function caller(app: FastifyInstance, { call, params = {}, body }: Measured) {
  const { method, path } = calls[call];
  const url = `/api${path.replace(/\{(\w+)\}/g, (_, key: string) => params[key] ?? '')}`;
  const authorization = `Bearer ${tokenOf(people.employee, Date.now())}`;
  return async () => {
    const answer = await app.inject({ method, url, headers: { authorization }, ...(body ? { body } : {}) });
    if (answer.statusCode !== 200) throw new Error(`${call} answered ${answer.statusCode}: ${answer.body}`);
  };
}

/** The same statements alone. Ids that a call makes are made anew, as the call does, so that a repeat can insert. */
async function floorOf(db: RecordedDatabase, call: () => Promise<void>, write: boolean) {
  const statements = await db.record(call);
  const inserted = statements.find(({ sql }) => /insert into messages/.test(sql))?.params[0];
  let repeat = 0;
  return async () => {
    repeat += 1;
    const fresh = `floor-${repeat}`;
    const run = async (on: Pick<Database, 'query'>) => {
      for (const { sql, params } of statements) {
        await on.query(
          sql,
          params.map((value) => (inserted !== undefined && value === inserted ? fresh : value)),
        );
      }
    };
    await (write ? db.tx(run) : run(db));
  };
}

type Row = { database: string; what: string; callMs: number; sqlMs: number; ratio: number; samples: number };

const round = (value: number) => Math.round(value * 100) / 100;

async function measure(kind: string, opened: Database): Promise<Row[]> {
  await migrate(opened);
  await fill(opened, Date.now());
  const db = recordedDatabase(opened);
  const folder = await mkdtemp(join(tmpdir(), 'ev-bench-'));
  const app = await buildApp({
    db,
    files: await openFolder(folder),
    mail: { send: async () => undefined, close: async () => undefined },
    verifyToken: emulatorVerifier(projectId),
    publicUrl: 'http://localhost',
    log: { level: 'silent' },
    rateLimit: false,
  });
  const rows: Row[] = [];
  for (const one of measured) {
    const call = caller(app, one);
    const floor = await floorOf(db, call, calls[one.call].write);
    const bench = new Bench({ time: 1000, warmupTime: 300, throws: true })
      .add('call', call)
      .add('sql', floor);
    const [asCall, asSql] = (await bench.run()).map(({ result }) => {
      if (!('latency' in result)) throw new Error(`${one.name} was not measured`);
      return result.latency;
    });
    if (!asCall || !asSql) throw new Error(`${one.name} was not measured`);
    rows.push({
      database: kind,
      what: one.name,
      callMs: round(asCall.p50),
      sqlMs: round(asSql.p50),
      ratio: round(asCall.p50 / asSql.p50),
      samples: asCall.samplesCount,
    });
  }
  await app.close();
  await opened.close();
  await rm(folder, { recursive: true, force: true });
  return rows;
}

const postgres = await startPostgres();
const rows = [
  ...(await measure('PGlite', await openPglite())),
  ...(await measure('PostgreSQL', await openPostgres(`${postgres.url}/postgres`))),
];
await postgres.stop();
console.log(
  `${size.jobs} jobs, ${size.jobs * size.messagesPerJob + size.messagesOfOneJob} messages; medians in ms`,
);
console.table(rows);
await mkdir('node_modules/.cache', { recursive: true });
await writeFile('node_modules/.cache/bench.json', JSON.stringify(rows, null, 2));
