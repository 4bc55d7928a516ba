import { type Browser, chromium, type Page } from '@playwright/test';
import { openPglite } from '../../server/data/db/db.ts';
import { dataPaths } from '../../server/dataDir.ts';
import { seedPassword } from '../../server/seed/people.ts';
import { isStill } from '../support/app/isStill.ts';
import { findBrowser } from '../support/run/findBrowser.ts';
import { addLongConversation, firstWords, lastWords } from '../support/server/longConversation.ts';
import { startStack } from '../support/server/stack.ts';
import { fillJobs } from './dataset.ts';
import { type TaskTimes, taskTimes } from './tasks.ts';

/**
 * Measures the longest task of the page's main thread while 10,000 jobs and 5,000 messages are scrolled and a message is typed.
 * Counts the thread's own processor time, so that other load on the machine does not show, four times over: a processor with a
 * quarter of the speed. Ends with an error where a task takes long enough to be noticed. `DEVICES=phone` measures on that alone.
 */
const size = { jobs: 10_000, messages: 5_000 };
const slowdown = 4;
const limitMs = 100;
const asked = (process.env.DEVICES ?? 'desk,phone').split(',');

const devices = {
  desk: { viewport: { width: 1280, height: 800 } },
  phone: { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true },
};

async function longData(): Promise<{ dataDir: string; jobId: string }> {
  const first = await startStack({ seed: true });
  await first.stop();
  const db = await openPglite(dataPaths(first.dataDir).database);
  const { jobId } = await addLongConversation(db, size.messages);
  await fillJobs(db, { count: size.jobs, reporter: 'client@ev.test', nowMs: Date.now() });
  await db.close();
  return { dataDir: first.dataDir, jobId };
}

async function signIn(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await page.getByLabel('Email', { exact: true }).fill('employee@ev.test');
  await page.getByLabel('Password', { exact: true }).fill(seedPassword);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.locator('main [data-index]').first().waitFor();
  await isStill(page);
}

/** Scrolls as a finger or a wheel does: many steps, each in a frame of its own. `frame` is the scroller; without it, the page. */
function scrollBy(page: Page, frame: string | undefined, stepPx: number, steps: number): Promise<void> {
  return page.evaluate(
    async ([selector, by, count]) => {
      const scroller = selector ? document.querySelector(selector) : document.scrollingElement;
      for (let step = 0; step < count; step += 1) {
        scroller?.scrollBy(0, by);
        await new Promise((resolve) => requestAnimationFrame(resolve));
      }
    },
    [frame, stepPx, steps] as const,
  );
}

/** Scrolls to the end of what is loaded, again and again, until everything is. */
function scrollToEnd(page: Page): Promise<void> {
  return page.evaluate(async () => {
    const all = () => document.querySelector('main p[role="status"]')?.textContent?.startsWith('Showing all');
    while (!all()) {
      window.scrollTo(0, document.documentElement.scrollHeight);
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
  });
}

/** Drags the scrollbar to places far apart. */
function leapAbout(page: Page): Promise<void> {
  return page.evaluate(async () => {
    for (const part of [0.5, 0.1, 0.9, 0.3, 0.7, 0]) {
      window.scrollTo(0, part * document.documentElement.scrollHeight);
      await new Promise((resolve) => setTimeout(resolve, 150));
    }
  });
}

const slowed = (ms: number) => Math.round(ms * slowdown * 10) / 10;
const log = '[role="log"][aria-label="Messages"]';

type Row = { device: string; what: string } & TaskTimes;

async function measure(browser: Browser, url: string, device: keyof typeof devices, jobId: string) {
  const page = await browser.newPage({ ...devices[device], locale: 'en-US' });
  const rows: Row[] = [];
  const timed = async (what: string, act: () => Promise<unknown>) => {
    const times = await taskTimes(browser, page, act);
    rows.push({ device, what, ...times });
    console.log(`${device}, ${what}: longest ${slowed(times.longestMs)} ms`);
  };
  const bubble = (words: string) => page.locator(log).getByRole('article').filter({ hasText: words });

  await signIn(page, url);
  await timed('scroll the list as it loads', () => scrollBy(page, undefined, 240, 300));
  await timed('read the list to its end', () => scrollToEnd(page));
  await timed(`scroll ${size.jobs} jobs up`, () => scrollBy(page, undefined, -240, 300));
  await timed(`leap about in ${size.jobs} jobs`, () => leapAbout(page));

  await page.goto(`${url}/jobs/update/${jobId}`);
  await isStill(page);
  await timed(`open a chat of ${size.messages}`, async () => {
    await page.getByRole('button', { name: 'Open chat' }).click();
    await bubble(lastWords).waitFor();
  });
  await timed('scroll the chat up', () => scrollBy(page, log, -240, 300));
  await timed('go to the first message', async () => {
    await page.locator(log).press('Home');
    await bubble(firstWords).waitFor();
  });
  await timed('jump to the latest', async () => {
    await page.getByRole('button', { name: /^Jump to latest/ }).click();
    await bubble(lastWords).waitFor();
  });
  await timed('type 200 characters', () =>
    page.getByPlaceholder('Type your message…').pressSequentially('Sheet 12 is right. '.repeat(10)),
  );
  await page.close();
  return rows;
}

const { dataDir, jobId } = await longData();
const stack = await startStack({ seed: true, dataDir });
const browser = await chromium.launch({
  executablePath: findBrowser(),
  args: ['--no-sandbox', '--disable-background-networking', '--disable-gpu'],
});
const rows: Row[] = [];
try {
  for (const device of ['desk', 'phone'] as const) {
    if (asked.includes(device)) rows.push(...(await measure(browser, stack.url, device, jobId)));
  }
} finally {
  await browser.close();
  await stack.stop({ remove: true });
}

console.log(`Tasks of the main thread, in ms of processor time × ${slowdown}; none may take ${limitMs}`);
console.table(
  rows.map(({ device, what, tasks, p99Ms, longestMs }) => ({
    device,
    what,
    tasks,
    p99: slowed(p99Ms),
    longest: slowed(longestMs),
  })),
);
for (const { device, what, longestMs, longest } of rows.filter((row) => slowed(row.longestMs) >= limitMs)) {
  console.error(`${device}, ${what}: ${slowed(longestMs)} ms. In it, not slowed: ${longest}`);
  process.exitCode = 1;
}
