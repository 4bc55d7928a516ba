import { type Browser, chromium, type Page } from '@playwright/test';
import { decodeJwt } from 'jose';
import { openPostgres } from '../../../server/data/db.ts';
import { seedPassword } from '../../../server/seed/people.ts';
import { emulatorSignIn } from '../../support/emulatorSignIn.ts';
import { startFaultProxy } from '../../support/faultProxy.ts';
import { findBrowser } from '../../support/findBrowser.ts';
import { startPostgres } from '../../support/postgres.ts';
import { startStack } from '../../support/stack.ts';
import { fillJobs } from '../dataset.ts';
import { add, figureOf, keepFigures, median, printBars, ratioOf, round, runs, spread } from '../figures.ts';
import { serveApps } from '../servedApps.ts';
import { buildOutbox } from './buildOutbox.ts';
import type { BenchWindow } from './page.ts';

/**
 * What it costs to keep a message, and how long `MESSAGES` (1,000) take to leave over 1 and over 20 jobs: the product's outbox
 * in a real browser, with the browser's own database, at the real server, over a line on which each request takes
 * `ROUND_TRIP` (40) ms more. Beside it the same calls without an outbox, one after the other, and the longest lane alone.
 * `LANES=5,2,6`: how many lanes send at once; the first is what the product does. A browser has six connections to one host, and
 * one message is in flight for each job, so 20 equal queues take at least 20 / 6 times as long as one of them.
 */
const messages = Number(process.env.MESSAGES ?? 1000);
const roundTripMs = Number(process.env.ROUND_TRIP ?? 40);
const jobCount = 20;
const lanes = (process.env.LANES ?? '5,2,6').split(',').map(Number);
const trips = 30;
/** What is kept when so many wait already, beside what is kept first. */
const manyWait = 5000;
const ofEach = 100;
const clientEmail = 'client@ev.test';
const jobIds = Array.from({ length: jobCount }, (_, n) => `job-${n + 1}`);

type Measured = { keepMs: number[]; sentMs: number };

/** A device of its own, with an empty outbox, for each. */
async function onDevice<T>(browser: Browser, url: string, use: (page: Page) => Promise<T>): Promise<T> {
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    page.setDefaultTimeout(600_000);
    await page.goto(url);
    const { idToken, localId } = await emulatorSignIn(url, clientEmail, seedPassword);
    const token = { uid: localId, email: clientEmail, idToken, exp: decodeJwt(idToken).exp ?? 0 };
    await page.evaluate((signedIn) => {
      (window as unknown as BenchWindow).outboxBench.signIn(signedIn);
    }, token);
    return await use(page);
  } finally {
    await context.close();
  }
}

/** @returns how many times longer it takes to keep a message behind very many than to keep the first ones */
async function keptBehindMany(page: Page): Promise<number> {
  const keepMs = await page.evaluate(
    ([ids, many]) => (window as unknown as BenchWindow).outboxBench.enqueue(ids, many),
    [jobIds.slice(0, 1), manyWait + ofEach] as const,
  );
  return median(keepMs.slice(-ofEach)) / median(keepMs.slice(0, ofEach));
}

async function queue(page: Page, jobs: readonly string[], count: number): Promise<Measured> {
  const keepMs = await page.evaluate(
    ([ids, many]) => (window as unknown as BenchWindow).outboxBench.enqueue(ids, many),
    [jobs, count] as const,
  );
  const sentMs = await page.evaluate(
    (many) => (window as unknown as BenchWindow).outboxBench.drain(many),
    count,
  );
  return { keepMs, sentMs };
}

const postgres = await startPostgres();
const databaseUrl = `${postgres.url}/postgres`;
const stack = await startStack({ seed: true, environment: { DATABASE_URL: databaseUrl } });
const db = await openPostgres(databaseUrl);
await fillJobs(db, { count: jobCount, reporter: clientEmail, nowMs: Date.now() });
await db.close();
const folders = new Map<number, string>();
for (const many of lanes) folders.set(many, await buildOutbox(many));
const apps = await serveApps(
  stack,
  [...folders].map(([many, folder]) => ({ name: String(many), folder, databaseUrl })),
);
const browser = await chromium.launch({
  executablePath: findBrowser(),
  args: ['--no-sandbox', '--disable-gpu'],
});

const tripMs: number[] = [];
const oneJob: Measured[] = [];
const longestLaneMs: number[] = [];
const manyJobs: Record<number, Measured[]> = {};
const behindMany: number[] = [];
try {
  const lines = new Map<number, Awaited<ReturnType<typeof startFaultProxy>>>();
  for (const many of lanes) lines.set(many, await startFaultProxy(apps.url(String(many))));
  for (const line of lines.values()) line.roundTripMs = roundTripMs;
  const urlOf = (many: number | undefined) => lines.get(many ?? 0)?.url ?? '';
  const usual = urlOf(lanes[0]);
  for (let run = 1; run <= runs; run += 1) {
    await onDevice(browser, usual, async (page) => {
      const times = await page.evaluate(
        ([jobId, count]) => (window as unknown as BenchWindow).outboxBench.roundTrips(jobId, count),
        ['job-1', trips] as const,
      );
      tripMs.push(median(times));
    });
    oneJob.push(await onDevice(browser, usual, (page) => queue(page, jobIds.slice(0, 1), messages)));
    const lane = await onDevice(browser, usual, (page) =>
      queue(page, jobIds.slice(0, 1), Math.ceil(messages / jobCount)),
    );
    longestLaneMs.push(lane.sentMs);
    behindMany.push(await onDevice(browser, usual, keptBehindMany));
    for (const many of lanes) {
      const measured = await onDevice(browser, urlOf(many), (page) => queue(page, jobIds, messages));
      add(manyJobs, many, measured);
    }
    console.log(`Run ${run} of ${runs}: over 1 job ${round(oneJob.at(-1)?.sentMs ?? 0, 0)} ms`);
  }
  for (const line of lines.values()) await line.close();
} finally {
  await browser.close();
  await apps.stop();
  await stack.stop({ remove: true });
  await postgres.stop();
}

const sums = tripMs.map((ms) => ms * messages);
const sent = (all: readonly Measured[]) => all.map(({ sentMs }) => sentMs);
const kept = (all: readonly Measured[]) => ({
  'ms to keep one': spread(figureOf(all.map(({ keepMs }) => median(keepMs))), 2),
  'kept in a second': round(
    figureOf(all.map(({ keepMs }) => (1000 * keepMs.length) / keepMs.reduce((sum, ms) => sum + ms, 0)))
      .median,
    0,
  ),
});
console.log(
  `\n${messages} messages, ${roundTripMs} ms farther away; one call alone takes ${spread(figureOf(tripMs), 1)} ms`,
);
console.table([
  {
    queue: '1 job',
    ...kept(oneJob),
    'ms to send': spread(figureOf(sent(oneJob))),
    'of the sum of round trips': round(ratioOf(sent(oneJob), sums).median, 2),
  },
  ...Object.entries(manyJobs).map(([many, all]) => ({
    queue: `${jobCount} jobs, ${many} lanes at once`,
    ...kept(all),
    'ms to send': spread(figureOf(sent(all))),
    'of the sum of round trips': round(ratioOf(sent(all), sums).median, 2),
    'of the longest lane': round(ratioOf(sent(all), longestLaneMs).median, 2),
  })),
]);
printBars([
  ...Object.entries(manyJobs).map(([many, all]) => ({
    what: `${jobCount} jobs, ${many} lanes at once, of the longest lane`,
    is: ratioOf(sent(all), longestLaneMs).median,
    most: 1.3,
  })),
  { what: `to keep one behind ${manyWait}, of the first ones`, is: median(behindMany), most: 1.3 },
]);
await keepFigures('outbox', { messages, roundTripMs, tripMs, oneJob, longestLaneMs, behindMany, manyJobs });
