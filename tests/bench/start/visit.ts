import type { BrowserContext, CDPSession, Page } from '@playwright/test';
import { jobWords, listWords, type Probed } from './probe.ts';
import { chainDepth, logRequests, type Requested } from './requestLog.ts';

export type VisitFigures = {
  listMs: number;
  firstPaintMs: number;
  largestPaintMs: number;
  /** The sum of each task's time beyond 50 ms. */
  blockingMs: number;
  layoutShift: number;
  /** The heap in use after a collection. */
  heapMb: number;
  requestsToList: number;
  kbToList: number;
  requests: number;
  kb: number;
  chain: number;
};

/** The figures of one start, and its requests. */
export type Visit = VisitFigures & { log: Requested[] };

const listLimitMs = 120_000;
const quietMs = 1500;
const settleLimitMs = 20_000;

/** How many times slower a phone's processor is. */
const phone = 4;

/** Opens a window on a processor so many times slower. */
export async function openPage(
  context: BrowserContext,
  slowdown = phone,
): Promise<{ page: Page; session: CDPSession }> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  return { page, session };
}

/** Within it a browser ends the process of pages that are closed and of workers that are stopped. */
const processEndsMs = 1500;

/**
 * Ends the site's process, as a phone does with an app that is not in use: the next page starts in a new one, with the compiled scripts
 * that are on the disk, and none that an earlier page left in memory. All pages must be closed.
 */
export async function endProcess(context: BrowserContext): Promise<void> {
  const page = context.pages()[0] ?? (await context.newPage());
  const session = await context.newCDPSession(page);
  await session.send('ServiceWorker.enable');
  await session.send('ServiceWorker.stopAllWorkers');
  await session.detach();
  await page.waitForTimeout(processEndsMs);
}

/** Opens the address and waits until the page reports that its list is visible. */
export async function untilListed(page: Page, url: string): Promise<void> {
  const listed = page.waitForEvent('console', {
    predicate: (message) => message.text() === listWords,
    timeout: listLimitMs,
  });
  await Promise.all([listed, page.goto(url, { waitUntil: 'commit' })]);
}

/** `usableMs`: from the navigation until a tap on the first row has opened its job; `tapMs`: from that tap on. */
export type Use = { usableMs: number; tapMs: number };

/** Starts at `url`, taps the first row as soon as it is drawn, and waits for its job. */
export async function startAndTap(context: BrowserContext, url: string, slowdown?: number): Promise<Use> {
  const { page } = await openPage(context, slowdown);
  try {
    await page.addInitScript(() => {
      (window as unknown as Probed).tapsFirstRow = true;
    });
    const opened = page.waitForEvent('console', {
      predicate: (message) => message.text() === jobWords,
      timeout: listLimitMs,
    });
    await Promise.all([opened, page.goto(url, { waitUntil: 'commit' })]);
    return await page.evaluate(() => {
      const { usableMs, listMs } = (window as unknown as Probed).probe;
      return { usableMs, tapMs: usableMs - listMs };
    });
  } finally {
    await page.close();
  }
}

async function heapMbOf(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  return usedSize / 2 ** 20;
}

const kbOf = (requests: readonly Requested[]) => requests.reduce((sum, { bytes }) => sum + bytes, 0) / 1000;

/** Starts at `url` in a new window and waits until nothing happens any more. */
export async function visit(context: BrowserContext, url: string): Promise<Visit> {
  const { page, session } = await openPage(context);
  try {
    const log = await logRequests(session);
    await untilListed(page, url);
    const until = performance.now() + settleLimitMs;
    while (log.quietMs() < quietMs && performance.now() < until) await page.waitForTimeout(100);
    const probe = await page.evaluate(() => (window as unknown as Probed).probe);
    const requests = log.all();
    const toList = requests.filter(({ startMs }) => startMs <= probe.listMs);
    return {
      listMs: probe.listMs,
      firstPaintMs: probe.firstPaintMs,
      largestPaintMs: probe.largestPaintMs,
      blockingMs: probe.longTasks.reduce((sum, ms) => sum + Math.max(0, ms - 50), 0),
      layoutShift: probe.layoutShift,
      heapMb: await heapMbOf(session),
      requestsToList: toList.length,
      kbToList: kbOf(toList.filter(({ endMs }) => endMs <= probe.listMs)),
      requests: requests.length,
      kb: kbOf(requests),
      chain: chainDepth(requests, probe.listMs),
      log: requests,
    };
  } finally {
    await page.close();
  }
}
