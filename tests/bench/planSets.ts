import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test';
import sharp from 'sharp';
import { seedPassword } from '../../server/seed/people.ts';
import { clientEmail, Office } from '../browser/support/outbox/office.ts';
import { planSetPdf } from '../support/files/planSetPdf.ts';
import { findBrowser } from '../support/run/findBrowser.ts';
import { startStack } from '../support/server/stack.ts';
import { figureOf, median, round, runs, spread } from './figures.ts';
import { type PlanTimes, timesOf } from './planSpeed.ts';

/**
 * Measures a plan set of 180 sheets: how soon its first page is on the screen, next to the browser's own viewer, and the memory of the
 * browser while all pages are turned. Both viewers are judged by pictures of the screen; the time of the picture that first shows the
 * page counts. Ends with an error where a limit is passed.
 */
const pages = 180;
const maxRatio = 1.5;
/** Memory after the last page, of that after the 30th. */
const maxGrowth = 1.5;
const megabyte = 1024 * 1024;
const place = { x: 640, y: 380, width: 240, height: 160 };

/** Whether the middle of the screen shows lines of the drawing, and not one color. */
async function isDrawn(page: Page): Promise<boolean> {
  const picture = await page.screenshot({ clip: place, animations: 'allow', caret: 'initial' });
  const pixels = await sharp(picture).greyscale().raw().toBuffer();
  const dark = pixels.filter((value) => value < 170).length;
  const light = pixels.filter((value) => value > 220).length;
  return Math.min(dark, light) > pixels.length * 0.01;
}

async function untilDrawn(page: Page, open: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await open();
  while (!(await isDrawn(page))) {
    if (performance.now() - began > 120_000) throw new Error('No page was shown in two minutes.');
  }
  return performance.now() - began;
}

/** Serves the plan alone, as any web server does. */
async function serveAlone(plan: Buffer) {
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'application/pdf', 'content-length': plan.length });
    response.end(plan);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/plan.pdf`, close: () => server.close() };
}

async function openJob(page: Page, url: string, plan: Buffer): Promise<string> {
  const office = await Office.open(url);
  const { jobId } = await office.newJob('Plan set', 1);
  await page.goto(url);
  await page.getByLabel('Email', { exact: true }).fill(clientEmail);
  await page.getByLabel('Password', { exact: true }).fill(seedPassword);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { level: 1, name: 'Jobs' }).waitFor();
  await page.goto(`${url}/jobs/listing/all?chat=${jobId}`);
  await page
    .getByLabel('Files to attach', { exact: true })
    .setInputFiles([{ name: 'plan.pdf', mimeType: 'application/pdf', buffer: plan }]);
  await page.getByPlaceholder('Type your message…').fill('The whole set');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByRole('link', { name: 'Open document' }).waitFor({ timeout: 120_000 });
  await wait(3000);
  return page.url();
}

/** Returns the resident memory of all processes of the browser but its main one, in MB: pages, workers, and what draws for them. */
async function memoryOf(session: CDPSession): Promise<number> {
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  let kilobytes = 0;
  for (const { type, id } of processInfo) {
    if (type === 'browser') continue;
    const status = await readFile(`/proc/${id}/status`, 'utf8').catch(() => '');
    kilobytes += Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0);
  }
  return kilobytes / 1024;
}

async function heapOf(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  return usedSize / megabyte;
}

async function turnAll(browser: Browser, page: Page) {
  const session = await browser.newBrowserCDPSession();
  const stage = page.getByRole('application');
  const measured: { page: number; memory: number; heap: number }[] = [];
  const began = performance.now();
  for (let number = 1; number <= pages; number += 1) {
    await stage.and(page.locator(`[aria-label*="page ${number} of"]:not([aria-busy])`)).waitFor();
    if (number === 1 || number % 30 === 0) {
      measured.push({ page: number, memory: await memoryOf(session), heap: await heapOf(page) });
    }
    if (number < pages) await page.getByRole('button', { name: 'Next page' }).click();
  }
  console.log(`All ${pages} pages turned in ${round((performance.now() - began) / 1000)} s.`);
  return measured;
}

const plan = Buffer.from(planSetPdf(pages));
const alone = await serveAlone(plan);
const stack = await startStack({ seed: true });
const browser = await chromium.launch({ executablePath: findBrowser(), args: ['--no-sandbox'] });
try {
  console.log(`${pages} sheets, ${round(plan.length / megabyte)} MB, Chromium ${browser.version()}`);
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-US' });
  const page = await context.newPage();
  const cover = await openJob(page, stack.url, plan);
  const link = page.getByRole('link', { name: 'Open document' });
  const first = await untilDrawn(page, () => link.click());
  const times: Record<'ours' | 'browsers', number[]> = { ours: [], browsers: [] };
  const waits: PlanTimes[] = [];
  for (let run = 0; run < runs; run += 1) {
    await page.goto(cover);
    await link.waitFor();
    await wait(1000);
    times.ours.push(await untilDrawn(page, () => link.click()));
    waits.push(await timesOf(page));
    await page.goto('about:blank');
    times.browsers.push(await untilDrawn(page, () => page.goto(alone.url, { waitUntil: 'commit' })));
  }
  const ours = median(times.ours);
  const browsers = median(times.browsers);
  const ratio = ours / browsers;
  console.log(`First page in the app: ${Math.round(ours)} ms; the very first time ${Math.round(first)} ms`);
  console.log(`First page in the browser’s own viewer: ${Math.round(browsers)} ms; ratio ${round(ratio, 2)}`);

  for (const what of Object.keys(waits[0] ?? {}) as (keyof PlanTimes)[]) {
    console.log(`${what}: ${spread(figureOf(waits.map((one) => one[what])))} ms`);
  }

  await page.goto(cover);
  await link.click();
  const measured = await turnAll(browser, page);
  for (const { page: number, memory, heap } of measured) {
    console.log(`page ${number}: processes ${Math.round(memory)} MB, heap ${round(heap)} MB`);
  }
  const growth = (measured.at(-1)?.memory ?? 0) / (measured[1]?.memory ?? 1);
  if (ratio > maxRatio) throw new Error(`The first page takes ${round(ratio, 2)} times as long.`);
  if (growth > maxGrowth) throw new Error(`The memory grows ${round(growth, 2)} times.`);
} finally {
  await browser.close();
  alone.close();
  await stack.stop({ remove: true });
}
