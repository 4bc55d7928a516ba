import type { BrowserContext } from '@playwright/test';
import { openPostgres } from '../../../server/data/db/open.ts';
import { startPostgres } from '../../support/database/postgres.ts';
import { startStack } from '../../support/server/stack.ts';
import { fillConversations, fillJobs } from '../dataset.ts';
import { add, keepFigures, round, runs } from '../figures.ts';
import { interact } from './interactions.ts';
import { openBrowser } from './openBrowser.ts';
import { printReport, type Report, type Scenario, scenarios } from './report.ts';
import { makeCold, makeWarm, type Subject, signInAll, startSubjects } from './subjects.ts';
import { endProcess, startAndTap, visit } from './visit.ts';

/**
 * Measures the start of the job list on a phone with a quarter of the processor's speed, beside the smallest list on the
 * product's packages, which shows the same rows of the same call from the same server. In each run both have their turn.
 *
 * - cold: Slow 4G, nothing on the device but the sign-in (`makeCold`);
 * - warm: started before, on an unlimited connection;
 * - slow line: the same on Slow 4G;
 * - offline: started before, and no server answers;
 * - use: a user's actions afterwards, from each input to the next frame.
 *
 * Each start is made twice: once until nothing happens any more, and once with a tap on the first row as soon as it is
 * drawn: *usable* is the time until its job is open. Every run is saved as it ends, so that its figures survive
 * the crash of a browser.
 *
 * `PARTS=cold,use` leaves out the others. `LATE_HEAD=1` puts beside them the product with 100 ms planted in a job's head, and `PEERS` built
 * apps of others (`peers.ts`), of which the start alone is measured.
 */
const jobs = 10_000;
const messages = 30;
/** The first completed job, whose chat *use* opens. */
const longChat = { jobId: `job-${jobs - 2}`, messages: 10_000 };
const lines = { cold: 'Slow 4G', warm: 'fast', 'slow line': 'Slow 4G', offline: 'dead' } as const;

const parts = process.env.PARTS?.split(',');
const has = (part: Scenario | 'use') => parts?.includes(part) ?? true;

const report: Report = {
  visits: { cold: {}, warm: {}, 'slow line': {}, offline: {} },
  uses: { cold: {}, warm: {}, 'slow line': {}, offline: {} },
  interactions: [],
};

/** Starts a subject twice. @param prepare puts the device into the state of the scenario */
async function start(
  context: BrowserContext,
  subject: Subject,
  scenario: Scenario,
  prepare: () => Promise<void>,
): Promise<void> {
  const { line, name, url, peer } = subject;
  if (peer && !peer.offline && scenario === 'offline') return;
  const starting = async <T>(measure: () => Promise<T>) => {
    await prepare();
    await endProcess(context);
    line.become(lines[scenario]);
    return measure().finally(() => line.become('fast'));
  };
  const visited = await starting(() => visit(context, url));
  add(report.visits[scenario], name, visited);
  console.log(`${scenario}, ${name}: list after ${round(visited.listMs, 0)} ms`);
  if (peer) return;
  const used = await starting(() => startAndTap(context, url));
  add(report.uses[scenario], name, used);
  console.log(`${scenario}, ${name}: job open after ${round(used.usableMs, 0)} ms`);
}

async function measure(context: BrowserContext, subjects: readonly Subject[]): Promise<void> {
  await signInAll(context, subjects);
  for (let run = 1; run <= runs; run += 1) {
    console.log(`Run ${run} of ${runs}`);
    if (has('cold')) {
      for (const subject of subjects) await start(context, subject, 'cold', () => makeCold(context, subject));
    }
    const others = scenarios.slice(1).filter(has);
    if (others.length > 0) for (const subject of subjects) await makeWarm(context, subject);
    for (const scenario of others) {
      for (const subject of subjects) await start(context, subject, scenario, async () => undefined);
    }
    const [first] = subjects;
    if (first && has('use'))
      report.interactions = [...report.interactions, ...(await interact(context, first.url))];
    await keepFigures('start', report);
  }
}

const ends: (() => Promise<unknown>)[] = [];
try {
  const postgres = await startPostgres();
  ends.push(() => postgres.stop());
  const databaseUrl = `${postgres.url}/postgres`;
  const stack = await startStack({ seed: true, environment: { DATABASE_URL: databaseUrl } });
  ends.push(() => stack.stop({ remove: true }));
  const db = await openPostgres(databaseUrl);
  await fillJobs(db, { count: jobs, reporter: 'client@ev.test', nowMs: Date.now() });
  const newest = Array.from({ length: 25 }, (_, n) => `job-${jobs - n}`);
  const from = { from: 'client@ev.test', nowMs: Date.now() };
  const others = newest.filter((jobId) => jobId !== longChat.jobId);
  await fillConversations(db, { ...from, jobIds: others, count: messages });
  await fillConversations(db, { ...from, jobIds: [longChat.jobId], count: longChat.messages });
  await db.query('analyze');
  await db.close();
  const { subjects, stop } = await startSubjects(stack, databaseUrl);
  ends.push(stop);
  const { context, close } = await openBrowser(
    Object.fromEntries(subjects.flatMap(({ line, peer }) => (peer ? [[line.url, peer.ready]] : []))),
  );
  ends.push(() => close().catch(() => undefined));
  await measure(context, subjects);
} catch (error) {
  console.error('The measurement ended early:', error);
  process.exitCode = 1;
} finally {
  await keepFigures('start', { ...report, ...printReport(report) });
  for (const end of ends.reverse()) await end();
}
