import { cp, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from '../../server/data/db/db.ts';
import { migrate } from '../../server/data/db/migrate.ts';
import { openPglite } from '../../server/data/db/open.ts';
import type { JobDetails } from '../../src/contract/jobs/jobDetails.ts';
import type { Message } from '../../src/contract/messages/message.ts';
import { randomFrom } from '../support/network/faults.ts';
import { jobReport, jobUpdate, messageOf } from '../support/server/jobs.ts';
import { type PersonName, people, savePeople, tokenOf } from '../support/server/people.ts';
import { type BenchServer, benchServer } from './benchServer.ts';
import { figureOf, median, printBars, round, runs, spread } from './figures.ts';
import { type Asked, requestOf } from './mixOfCalls.ts';

/**
 * Plays a year of a firm’s writes through the server on the embedded database in a folder: each month 100 jobs, 2,000 messages, of which
 * half are marked as addressed, and what becomes of the jobs. The clock of the server is ours; its schedules run as on any day. What the
 * folder was after the first month is kept, and measured in turns with what it is at the end. `MONTHS` (12), `RUNS` (7).
 */
const months = Number(process.env.MONTHS ?? 12);
const perMonth = { jobs: 100, messages: 2000 };
const days = 30;
const samples = 21;
const mostTimes = 1.3;
const hourMs = 3_600_000;
const random = randomFrom(20_261_129);
let nowMs = Date.UTC(2026, 0, 1, 8);

type Open = { db: Database; server: BenchServer };

async function open(folder: string): Promise<Open> {
  const db = await openPglite(folder);
  await migrate(db);
  return { db, server: await benchServer(db, () => nowMs) };
}

async function close({ db, server }: Open): Promise<void> {
  await server.end();
  await db.close();
}

async function sizeOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const sizes = entries.map(async (entry) =>
    entry.isFile() ? (await stat(join(entry.parentPath, entry.name))).size : 0,
  );
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

async function call<T>({ server }: Open, as: PersonName, asked: Asked): Promise<T> {
  const answer = await server.app.inject(requestOf(asked, tokenOf(people[as], nowMs)));
  if (answer.statusCode !== 200) throw new Error(`${asked.call}: ${answer.statusCode} ${answer.body}`);
  return answer.json<{ body: T }>().body;
}

async function msOf(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

/** The jobs that are talked about. */
const current: string[] = [];
const pick = () => current[Math.floor(random() * current.length)] ?? '';
const words = 'The second sheet shows the conduit on the other side of the wall; which of the two is right? ';

async function addJob(at: Open): Promise<void> {
  const { jobId } = await call<JobDetails>(at, 'client', { call: 'reportJob', body: jobReport() });
  await change(at, jobId, { assignedTo: people.employee.email, status: 'IN_PROGRESS' });
  current.push(jobId);
  if (current.length > perMonth.jobs / 2) await change(at, current.shift() ?? '', { status: 'COMPLETED' });
}

async function change(at: Open, jobId: string, changes: object): Promise<void> {
  const job = await call<JobDetails>(at, 'admin', { call: 'job', params: { jobId } });
  await call(at, 'admin', { call: 'updateJob', body: jobUpdate(job, 'admin', changes) });
}

async function addMessage(at: Open, n: number): Promise<void> {
  const [as, reader]: PersonName[] = n % 2 === 0 ? ['client', 'employee'] : ['employee', 'client'];
  const jobId = pick();
  const content = words
    .slice(0, 20 + Math.floor(random() * words.length))
    .repeat(1 + Math.floor(random() * 3));
  const body = messageOf(jobId, as ?? 'client', `${n}. ${content}`);
  const { communication } = await call<{ communication: Message }>(at, as ?? 'client', {
    call: 'updateJob',
    body,
  });
  if (n % 4 < 2) return;
  const userName = people[reader ?? 'employee'].email;
  const mark = { evCommunicationId: communication.communicationId, jobId, status: 'ADDRESSED', userName };
  await call(at, reader ?? 'employee', { call: 'markMessage', body: mark });
}

/** Plays ten hours of work; the queue runs at noon and in the night. */
async function playDay(at: Open, day: number): Promise<void> {
  const share = (count: number) => Math.floor(((day + 1) * count) / days) - Math.floor((day * count) / days);
  const [jobs, messages] = [share(perMonth.jobs), share(perMonth.messages)];
  for (let n = 0; n < messages; n += 1) {
    nowMs += (10 * hourMs) / messages;
    if (n < jobs) await addJob(at);
    await addMessage(at, n);
    if (n === Math.floor(messages / 2)) await at.server.app.background.send();
  }
  nowMs += 14 * hourMs;
  await at.server.app.background.send();
}

const firstPage = (at: Open) =>
  call(at, 'employee', { call: 'jobs', body: { username: people.employee.email } });

type Times = { page: number; message: number };

async function timesOf(at: Open, jobId: string): Promise<Times> {
  const [page, message]: number[][] = [[], []];
  for (let n = 0; n < samples; n += 1) {
    page?.push(await msOf(() => firstPage(at)));
    const body = messageOf(jobId, 'employee', `${n}. ${words}`);
    message?.push(await msOf(() => call(at, 'employee', { call: 'updateJob', body })));
  }
  return { page: median(page ?? []), message: median(message ?? []) };
}

const place = await mkdtemp(join(tmpdir(), 'ev-year-'));
const [folder, first] = [join(place, 'now'), join(place, 'first')];
try {
  let at = await open(folder);
  await savePeople(at.db, Object.values(people), nowMs);
  let jobThen = '';
  const table: Record<string, number>[] = [];
  for (let month = 1; month <= months; month += 1) {
    const seconds =
      (await msOf(async () => {
        for (let day = 0; day < days; day += 1) await playDay(at, day);
      })) / 1000;
    const { page, message } = await timesOf(at, pick());
    const [all, log] = [await sizeOf(folder), await sizeOf(join(folder, 'pg_wal'))];
    const mb = (bytes: number) => round(bytes / 1e6);
    const memory = mb(process.memoryUsage().rss);
    table.push({
      month,
      MB: mb(all),
      'of it log': mb(log),
      'page ms': round(page),
      'message ms': round(message),
      'memory MB': memory,
      seconds: round(seconds),
    });
    console.log(JSON.stringify(table.at(-1)));
    if (month > 1) continue;
    jobThen = pick();
    await close(at);
    await cp(folder, first, { recursive: true });
    at = await open(folder);
  }
  console.table(table);

  const jobNow = pick();
  await close(at);
  const [then, now] = [await open(first), await open(folder)];
  const ratios: Record<keyof Times, number[]> = { page: [], message: [] };
  const all: Record<string, number[]> = {
    'page then': [],
    'page now': [],
    'message then': [],
    'message now': [],
  };
  for (let run = 0; run <= runs; run += 1) {
    const [a, b] = [await timesOf(then, jobThen), await timesOf(now, jobNow)];
    // The first run warms both up.
    if (run === 0) continue;
    for (const what of ['page', 'message'] as const) {
      all[`${what} then`]?.push(a[what]);
      all[`${what} now`]?.push(b[what]);
      ratios[what].push(b[what] / a[what]);
    }
  }
  for (const [what, ms] of Object.entries(all)) console.log(`${what}: ${spread(figureOf(ms), 2)} ms`);
  printBars([
    { what: 'first page of jobs, at the end of after a month', is: median(ratios.page), most: mostTimes },
    { what: 'a message', is: median(ratios.message), most: mostTimes },
  ]);
  for (const each of [then, now]) await close(each);
} finally {
  await rm(place, { recursive: true, force: true });
}
