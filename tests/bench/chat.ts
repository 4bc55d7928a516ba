import { resolve } from 'node:path';
import type { Page } from '@playwright/test';
import { appDir } from '../../server/start/appBuild.ts';
import { startPostgres } from '../support/database/postgres.ts';
import { withDatabase } from '../support/database/withDatabase.ts';
import { startStack } from '../support/server/stack.ts';
import { fillConversations, fillJobs } from './dataset.ts';
import { type Bar, keepFigures, median, printBars, quantile, round, runs } from './figures.ts';
import { closeChat, openChat, untilShown } from './growth/openChat.ts';
import { serveApps } from './servedApps.ts';
import { openBrowser } from './start/openBrowser.ts';
import type { Probed } from './start/probe.ts';
import { listing, signInToProduct } from './start/subjects.ts';
import { openPage, untilListed } from './start/visit.ts';

/**
 * Writes messages one after the other in a chat of `MESSAGES` (10,000), on a phone with a quarter of the processor's speed: the time from
 * each key, and from the tap on *Send*, to the next frame, and until the message is drawn; the frames over 50 ms while it is typed; and
 * what is read again after each. In each run every build has its turn. `BESIDE=folder` puts another build of the
 * app beside today's; `SENT=60` is how many are sent in a run.
 */
const messages = Number(process.env.MESSAGES ?? 10_000);
const sent = Number(process.env.SENT ?? 60);
const words = 'main street 12';
const longFrameMs = 50;
/** Shorter times are not reported by the browser. */
const leastMs = 16;
const keyEveryMs = 90;
/** The whole conversation is read after its newest messages. */
const settledMs = 8000;

/** The row of the list of jobs, which begins with the long chat. */
const [long, short] = [0, 1];
const shortMessages = 20;
const today = "today's";
const builds = new Map([[today, appDir]]);
if (process.env.BESIDE) builds.set('beside', resolve(process.env.BESIDE));
/** Each build in the long chat; today's also in a short one, because a busy machine makes both slow. */
const subjects = [
  ...[...builds.keys()].map((build) => ({ name: build, build, row: long })),
  { name: `${today}, ${shortMessages} messages`, build: today, row: short },
];

type Figures = {
  keyMs: number[];
  sendMs: number[];
  drawnMs: number[];
  longFramesMs: number[];
  /** Reads of the conversation, of a list of jobs, and of anything. */
  conversations: number;
  lists: number;
  reads: number;
  bytes: number;
};

const figures: Record<string, Figures> = {};
/** Numbers the messages, because all builds write into one chat. */
let written = 0;

function figuresOf(name: string): Figures {
  figures[name] ??= {
    keyMs: [],
    sendMs: [],
    drawnMs: [],
    longFramesMs: [],
    conversations: 0,
    lists: 0,
    reads: 0,
    bytes: 0,
  };
  return figures[name];
}

/** Adds the times of the inputs since `begunAt`, and the long frames that began among them. */
async function take(page: Page, begunAt: number, inputs: number, times: number[], long: number[]) {
  const { interactions, longFrames } = await page.evaluate(() => (window as unknown as Probed).probe);
  const longest = new Map<number, number>();
  for (const { id, at, ms } of interactions)
    if (at >= begunAt) longest.set(id, Math.max(ms, longest.get(id) ?? 0));
  times.push(...longest.values(), ...Array<number>(Math.max(0, inputs - longest.size)).fill(leastMs));
  long.push(...longFrames.flatMap(({ at, ms }) => (at >= begunAt && ms > longFrameMs ? ms : [])));
}

async function write(page: Page, all: Figures): Promise<void> {
  const input = page.getByPlaceholder('Type your message…');
  const now = () => page.evaluate(() => performance.now());
  for (let at = 1; at <= sent; at += 1) {
    written += 1;
    const text = `${words}, no. ${written}.`;
    const typedFrom = await now();
    await input.pressSequentially(text, { delay: keyEveryMs });
    await take(page, typedFrom, text.length, all.keyMs, all.longFramesMs);
    const drawn = page.evaluate(untilShown, text);
    const sentFrom = await now();
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    all.drawnMs.push(await drawn);
    // The browser reports a frame a little later.
    await page.waitForTimeout(150);
    await take(page, sentFrom, 1, all.sendMs, []);
  }
  // What is read once nobody types any more counts too.
  await page.waitForTimeout(4000);
}

const ends: (() => Promise<unknown>)[] = [];
try {
  const postgres = await startPostgres();
  ends.push(() => postgres.stop());
  const urlOf = (name: string) => `${postgres.url}/${name}`;
  await withDatabase(urlOf('postgres'), (db) => db.query('create database chat'));
  const stack = await startStack({ seed: true, environment: { DATABASE_URL: urlOf('chat') } });
  ends.push(() => stack.stop({ remove: true }));
  await withDatabase(urlOf('chat'), async (db) => {
    const nowMs = Date.now();
    await fillJobs(db, { count: 100, reporter: 'client@ev.test', nowMs });
    const from = 'client@ev.test';
    await fillConversations(db, { jobIds: ['job-100'], count: messages, from, nowMs });
    await fillConversations(db, { jobIds: ['job-99'], count: shortMessages, from, nowMs });
    await db.query('analyze');
  });
  const apps = await serveApps(
    stack,
    [...builds].map(([name, folder]) => ({ name, folder, databaseUrl: urlOf('chat') })),
  );
  ends.push(() => apps.stop());
  const { context, close } = await openBrowser();
  ends.push(() => close().catch(() => undefined));
  for (const name of builds.keys()) await signInToProduct(context, apps.url(name));
  for (let run = 1; run <= runs; run += 1) {
    for (const { name, build, row } of subjects) {
      const all = figuresOf(name);
      const { page, session } = await openPage(context);
      await untilListed(page, apps.url(build) + listing);
      await page.waitForTimeout(3000);
      await openChat(page, row, '');
      await page.waitForTimeout(settledMs);
      const reads: Promise<number>[] = [];
      page.on('response', (response) => {
        const { pathname, search } = new URL(response.url());
        const isRead = pathname.startsWith('/api/') && !/stream|jobs\/update$|healthz/.test(pathname);
        if (!isRead) return;
        all.reads += 1;
        if (/\/communication$/.test(pathname) && !search) all.conversations += 1;
        if (/\/(v2\/evjobs|search\w*)$/.test(pathname)) all.lists += 1;
        reads.push(
          response.body().then(
            ({ length }) => length,
            () => 0,
          ),
        );
      });
      await write(page, all);
      all.bytes += (await Promise.all(reads)).reduce((sum, length) => sum + length, 0);
      await closeChat(page);
      await session.detach();
      await page.close();
      console.log(`Run ${run} of ${runs}, ${name}: ${all.sendMs.length} sent`);
      await keepFigures('chat', { figures });
    }
  }
} finally {
  for (const end of ends.reverse()) await end();
}

console.table(
  Object.fromEntries(
    Object.entries(figures).map(([name, all]) => {
      const each = (count: number) => round(count / all.sendMs.length, 2);
      const of = (ms: readonly number[]) =>
        `${round(median(ms), 0)}, ${round(quantile(ms, 0.98), 0)}, ${round(Math.max(...ms), 0)}`;
      const row = {
        'key: median, p98, longest; ms': of(all.keyMs),
        send: of(all.sendMs),
        'until drawn': of(all.drawnMs),
        'frames over 50 ms while typing': `${all.longFramesMs.length} of ${all.keyMs.length} keys, longest ${round(Math.max(0, ...all.longFramesMs), 0)}`,
        'reads a message: conversation, lists, all': `${each(all.conversations)}, ${each(all.lists)}, ${each(all.reads)}`,
        'KB read a message': each(all.bytes / 1000),
      };
      return [name, row];
    }),
  ),
);
const all = figures[today];
const bars: Bar[] = all
  ? [
      { what: 'send to next frame, p98', is: quantile(all.sendMs, 0.98), most: 50 },
      { what: 'frames over 50 ms while typing', is: all.longFramesMs.length, most: 0 },
      { what: 'reads of the conversation', is: all.conversations, most: 0 },
    ]
  : [];
printBars(bars);
