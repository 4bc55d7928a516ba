import type { BrowserContext } from '@playwright/test';
import { type Bar, figureOf, keepFigures, printBars, ratioOf, round, runs, spread } from '../figures.ts';
import { openBrowser } from '../start/openBrowser.ts';
import { forgetReadings, listing, signInToProduct } from '../start/subjects.ts';
import { openPage, untilListed, visit } from '../start/visit.ts';
import { closeChat, openChat } from './openChat.ts';
import { lastWordsOf, startPlace } from './place.ts';

/**
 * Measures growth on a phone with a quarter of the processor's speed and an unlimited connection: the list by the number
 * of jobs, and opening a chat by the number of its messages. In each run every size has its turn. `PARTS=jobs` leaves out the
 * other.
 */
const parts = (process.env.PARTS ?? 'jobs,chat').split(',');
const has = (part: string) => parts.includes(part);
const jobs = has('jobs') ? [10, 100, 1000, 10_000, 100_000] : [];
const messages = [10, 50, 200, 1000, 10_000];
const messagesOfOthers = 20;

/** Milliseconds by size. */
type Grown = Map<number, number[]>;

function note(grown: Grown, size: number, ms: number): void {
  grown.set(size, [...(grown.get(size) ?? []), ms]);
}

const place = await startPlace({ jobs, messages: [...messages, messagesOfOthers] });
const listMs: Grown = new Map();
const chatMs: Grown = new Map();

async function listWith(context: BrowserContext, count: number): Promise<void> {
  const url = place.urlOfJobs(count);
  const { page } = await openPage(context);
  await forgetReadings(page, url);
  await page.close();
  note(listMs, count, (await visit(context, url + listing)).listMs);
}

async function openChats(context: BrowserContext): Promise<void> {
  const { page } = await openPage(context);
  await forgetReadings(page, place.stack.url);
  await untilListed(page, place.stack.url + listing);
  await page.waitForTimeout(3000);
  // The first chat of all loads what every chat needs.
  await openChat(page, messages.length, lastWordsOf(messagesOfOthers));
  await closeChat(page);
  for (const [row, count] of messages.entries()) {
    note(chatMs, count, await openChat(page, row, lastWordsOf(count)));
    await page.waitForTimeout(1000);
    await closeChat(page);
    await page.waitForTimeout(1000);
  }
  await page.close();
}

let close: (() => Promise<void>) | undefined;
try {
  const browser = await openBrowser();
  const { context } = browser;
  close = browser.close;
  await signInToProduct(context, place.stack.url);
  for (const count of jobs) await signInToProduct(context, place.urlOfJobs(count));
  for (let run = 1; run <= runs; run += 1) {
    console.log(`Run ${run} of ${runs}`);
    for (const count of jobs) await listWith(context, count);
    if (has('chat')) await openChats(context);
  }
} finally {
  await close?.();
  await place.stop();
}

function print(what: string, grown: Grown, base: number): void {
  if (grown.size === 0) return;
  console.log(`\n${what}; medians of ${runs}, with the half around them; ms`);
  console.table(
    [...grown].map(([size, ms]) => ({
      size,
      ms: spread(figureOf(ms)),
      [`of ${base}`]: round(ratioOf(ms, grown.get(base) ?? []).median, 2),
    })),
  );
}

print('The list is visible, by the number of jobs', listMs, 100);
print('A chat is open, by the number of its messages', chatMs, 50);
const times = (grown: Grown, size: number, base: number) =>
  ratioOf(grown.get(size) ?? [], grown.get(base) ?? []).median;
const bars: Bar[] = [];
if (has('jobs')) bars.push({ what: 'list, 100,000 jobs of 100', is: times(listMs, 100_000, 100), most: 1.1 });
if (has('chat')) {
  bars.push({ what: 'open chat, 10,000 messages of 50', is: times(chatMs, 10_000, 50), most: 1.3 });
}
printBars(bars);
const entries = (grown: Grown) => Object.fromEntries(grown);
await keepFigures('growth', {
  listMs: entries(listMs),
  chatMs: entries(chatMs),
});
