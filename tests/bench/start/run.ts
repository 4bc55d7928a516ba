import { openPostgres } from '../../../server/data/db.ts';
import { startPostgres } from '../../support/postgres.ts';
import { startStack } from '../../support/stack.ts';
import { fillConversations, fillJobs } from '../dataset.ts';
import { add, keepFigures, round, runs } from '../figures.ts';
import { type Interaction, interact } from './interactions.ts';
import { openBrowser } from './openBrowser.ts';
import { printReport, type Scenario, scenarios, type Visits } from './report.ts';
import { listingOf, makeCold, makeWarm, type Subject, signInAll, startSubjects } from './subjects.ts';
import { visit } from './visit.ts';

/**
 * How long the list of jobs takes on a phone whose processor is a quarter as fast, beside floors that show the same rows of
 * the same call from the same server: a page of HTML, the smallest React list, the same with a worker, and the smallest list
 * on the product's packages. In each run every subject has its turn.
 *
 * - cold: Slow 4G, nothing on the device but the sign-in (`makeCold`);
 * - warm: started before, on a line that is no limit;
 * - slow line: the same on Slow 4G;
 * - offline: started before, and nobody answers;
 * - use: what a person does then, from each input to the next drawing.
 *
 * `PARTS=cold,use` leaves out the others.
 */
const jobs = 10_000;
const messages = 30;
const lines = { cold: 'Slow 4G', warm: 'fast', 'slow line': 'Slow 4G', offline: 'dead' } as const;

const parts = process.env.PARTS?.split(',');
const has = (part: Scenario | 'use') => parts?.includes(part) ?? true;

async function start(subject: Subject, scenario: Scenario, visits: Visits): Promise<void> {
  const { line, name } = subject;
  if (scenario === 'offline' && !subject.startsOffline) return;
  line.become(lines[scenario]);
  try {
    const visited = await visit(context, listingOf(subject));
    add(visits[scenario], name, visited);
    console.log(`${scenario}, ${name}: list after ${round(visited.listMs, 0)} ms`);
  } finally {
    line.become('fast');
  }
}

const postgres = await startPostgres();
const databaseUrl = `${postgres.url}/postgres`;
const stack = await startStack({ seed: true, environment: { DATABASE_URL: databaseUrl } });
const db = await openPostgres(databaseUrl);
await fillJobs(db, { count: jobs, reporter: 'client@ev.test', nowMs: Date.now() });
const newest = Array.from({ length: 25 }, (_, n) => `job-${jobs - n}`);
await fillConversations(db, { jobIds: newest, count: messages, from: 'client@ev.test', nowMs: Date.now() });
await db.query('analyze');
await db.close();
const { subjects, stop } = await startSubjects(stack, databaseUrl);
const { context, close } = await openBrowser();

const visits: Visits = { cold: {}, warm: {}, 'slow line': {}, offline: {} };
const interactions: Interaction[] = [];
try {
  await signInAll(context, subjects);
  for (let run = 1; run <= runs; run += 1) {
    console.log(`Run ${run} of ${runs}`);
    if (has('cold')) {
      for (const subject of subjects) {
        await makeCold(context, subject);
        await start(subject, 'cold', visits);
      }
    }
    const others = scenarios.slice(1).filter(has);
    if (others.length > 0) for (const subject of subjects) await makeWarm(context, subject);
    for (const scenario of others) {
      for (const subject of subjects) await start(subject, scenario, visits);
    }
    const [first] = subjects;
    if (first && has('use')) interactions.push(...(await interact(context, listingOf(first))));
  }
} finally {
  await close();
  await stop();
  await stack.stop({ remove: true });
  await postgres.stop();
}

const report = { visits, interactions };
await keepFigures('start', { ...report, ...printReport(report) });
