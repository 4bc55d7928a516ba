import { type Browser, chromium, type Page } from '@playwright/test';
import { decodeJwt } from 'jose';
import { openPostgres } from '../../../server/data/db/open.ts';
import { seedPassword } from '../../../server/seed/people.ts';
import { startPostgres } from '../../support/database/postgres.ts';
import { startFaultProxy } from '../../support/network/faultProxy.ts';
import { startHttp2Front } from '../../support/network/http2Front.ts';
import { findBrowser } from '../../support/run/findBrowser.ts';
import { emulatorSignIn } from '../../support/server/emulatorSignIn.ts';
import { startStack } from '../../support/server/stack.ts';
import { fillJobs } from '../dataset.ts';
import { figureOf, keepFigures, median, printBars, ratioOf, round, runs, spread } from '../figures.ts';
import { serveApps } from '../servedApps.ts';
import { buildOutbox } from './buildOutbox.ts';
import type { BenchWindow } from './page.ts';

/**
 * Measures the cost of enqueuing a message, and how long `MESSAGES` (1,000) take to be sent for 1 and for 20 jobs: the product's
 * outbox in a real browser, with the browser's own database, against the real server, on a connection on which each request takes
 * `ROUND_TRIP` (150) ms more. Beside it the same calls without an outbox, one after the other, and the longest lane alone. By
 * HTTP/2, as behind a company's own proxy, and by HTTP/1.1, where a browser has six connections to one host: with one message in
 * flight for each job, 20 equal queues take there at least 20 / 6 times as long as one of them.
 */
const messages = Number(process.env.MESSAGES ?? 1000);
const roundTripMs = Number(process.env.ROUND_TRIP ?? 150);
const jobCount = 20;
const trips = 30;
/** The number of queued messages behind which enqueuing is measured too. */
const manyWait = 5000;
const ofEach = 100;
const clientEmail = 'client@ev.test';
const jobIds = Array.from({ length: jobCount }, (_, n) => `job-${n + 1}`);

type Measured = { keepMs: number[]; sentMs: number };

/** Opens a device of its own, with an empty outbox. */
async function onDevice<T>(browser: Browser, url: string, use: (page: Page) => Promise<T>): Promise<T> {
  const context = await browser.newContext({ ignoreHTTPSErrors: true });
  try {
    const page = await context.newPage();
    page.setDefaultTimeout(600_000);
    await page.goto(url);
    const { idToken, localId } = await emulatorSignIn(stack.url, clientEmail, seedPassword);
    const token = { uid: localId, email: clientEmail, idToken, exp: decodeJwt(idToken).exp ?? 0 };
    await page.evaluate((signedIn) => {
      (window as unknown as BenchWindow).outboxBench.signIn(signedIn);
    }, token);
    return await use(page);
  } finally {
    await context.close();
  }
}

/** @returns how many times longer enqueuing takes behind very many messages than at first */
async function enqueueBehindMany(page: Page): Promise<number> {
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
const apps = await serveApps(stack, [{ name: 'outbox', folder: await buildOutbox(), databaseUrl }]);
const line = await startFaultProxy(apps.url('outbox'));
line.roundTripMs = roundTripMs;
const front = await startHttp2Front(line.url);
const browser = await chromium.launch({
  executablePath: findBrowser(),
  args: ['--no-sandbox', '--disable-gpu'],
});

type Line = {
  url: string;
  tripMs: number[];
  oneJob: Measured[];
  longestLaneMs: number[];
  manyJobs: Measured[];
};
const lineAt = (url: string): Line => ({ url, tripMs: [], oneJob: [], longestLaneMs: [], manyJobs: [] });
const lines: Record<string, Line> = { 'HTTP/2': lineAt(front.url), 'HTTP/1.1': lineAt(line.url) };
const behindMany: number[] = [];
try {
  for (let run = 1; run <= runs; run += 1) {
    for (const { url, tripMs, oneJob, longestLaneMs, manyJobs } of Object.values(lines)) {
      await onDevice(browser, url, async (page) => {
        const times = await page.evaluate(
          ([jobId, count]) => (window as unknown as BenchWindow).outboxBench.roundTrips(jobId, count),
          ['job-1', trips] as const,
        );
        tripMs.push(median(times));
      });
      oneJob.push(await onDevice(browser, url, (page) => queue(page, jobIds.slice(0, 1), messages)));
      const lane = await onDevice(browser, url, (page) =>
        queue(page, jobIds.slice(0, 1), Math.ceil(messages / jobCount)),
      );
      longestLaneMs.push(lane.sentMs);
      manyJobs.push(await onDevice(browser, url, (page) => queue(page, jobIds, messages)));
    }
    behindMany.push(await onDevice(browser, line.url, enqueueBehindMany));
    const sent = Object.entries(lines).map(
      ([name, { manyJobs, longestLaneMs }]) =>
        `${name}: ${round(manyJobs.at(-1)?.sentMs ?? 0, 0)} ms over ${jobCount} jobs, ${round(longestLaneMs.at(-1) ?? 0, 0)} ms one lane`,
    );
    console.log(`Run ${run} of ${runs}: ${sent.join('; ')}`);
  }
} finally {
  await browser.close();
  await front.close();
  await line.close();
  await apps.stop();
  await stack.stop({ remove: true });
  await postgres.stop();
}

const sentMsOf = (all: readonly Measured[]) => all.map(({ sentMs }) => sentMs);
const keptOf = (all: readonly Measured[]) => ({
  'ms to keep one': spread(figureOf(all.map(({ keepMs }) => median(keepMs))), 2),
  'kept in a second': round(
    figureOf(all.map(({ keepMs }) => (1000 * keepMs.length) / keepMs.reduce((sum, ms) => sum + ms, 0)))
      .median,
    0,
  ),
});
console.log(`\n${messages} messages, ${roundTripMs} ms farther away`);
console.table(
  Object.entries(lines).flatMap(([name, { tripMs, oneJob, longestLaneMs, manyJobs }]) => {
    const sums = tripMs.map((ms) => ms * messages);
    const row = (jobs: number, all: readonly Measured[]) => ({
      line: name,
      jobs,
      'ms for one call alone': spread(figureOf(tripMs), 1),
      ...keptOf(all),
      'ms to send': spread(figureOf(sentMsOf(all))),
      'of the sum of round trips': round(ratioOf(sentMsOf(all), sums).median, 2),
      'of the longest lane': round(ratioOf(sentMsOf(all), longestLaneMs).median, 2),
    });
    return [row(1, oneJob), row(jobCount, manyJobs)];
  }),
);
printBars([
  ...Object.entries(lines).map(([name, { manyJobs, longestLaneMs }]) => ({
    what: `${jobCount} jobs of the longest lane, ${name}`,
    is: ratioOf(sentMsOf(manyJobs), longestLaneMs).median,
    most: 1.3,
  })),
  { what: `to keep one behind ${manyWait}, of the first ones`, is: median(behindMany), most: 1.3 },
]);
await keepFigures('outbox', { messages, roundTripMs, lines, behindMany });
