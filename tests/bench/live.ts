import { rm } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { type Browser, chromium, type Page } from '@playwright/test';
import { seedPassword } from '../../server/seed/people.ts';
import { authStorageKey } from '../../src/contract/limits.ts';
import { startPostgres } from '../support/database/postgres.ts';
import { startTcpProxy } from '../support/network/tcpProxy.ts';
import { findBrowser } from '../support/run/findBrowser.ts';
import { emulatorSignIn } from '../support/server/emulatorSignIn.ts';
import { jobReport } from '../support/server/jobs.ts';
import { liveCall } from '../support/server/liveCall.ts';
import { freePort, newDataDir, runUntilReady, startStack } from '../support/server/stack.ts';

/**
 * Measures the time of a message from the press of "Send" in one browser to the screen of another, each on a server process of its
 * own over one PostgreSQL; then the events received while the receiver's connection is cut again and again. Ends with an error if
 * any was missed.
 */
const messages = Number(process.env.MESSAGES ?? 500);
const cuts = Number(process.env.CUTS ?? 50);
const clientEmail = 'client@ev.test';
const staffEmail = 'employee@ev.test';

type Watched = Window & { heard: string[]; shown(content: string, at: number): void };

async function openChat(browser: Browser, url: string, email: string, jobId: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  const told = page.waitForResponse((response) => response.url().endsWith('/events/stream'));
  await page.goto(url);
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(seedPassword);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { level: 1, name: 'Jobs' }).waitFor();
  await told;
  await page.goto(`${url}/messages?chat=${jobId}`);
  await page.getByRole('log', { name: 'Messages' }).waitFor();
  await wait(3000);
  return page;
}

/** Calls `onShown` with each message as it appears on the page; the page records the ids of the events it received. */
async function watch(page: Page, onShown: (content: string, at: number) => void): Promise<void> {
  await page.exposeFunction('shown', onShown);
  await page.evaluate((key) => {
    const watched = window as unknown as Watched;
    watched.heard = [];
    const { uid } = JSON.parse(localStorage.getItem(key) ?? '{}') as { uid: string };
    new BroadcastChannel(`ev-live-2:${uid}`).addEventListener('message', ({ data }) => {
      if (data.type !== 'batch') return;
      for (const { kind, message } of data.batch.events) {
        if (kind === 'message') watched.heard.push(message.communicationId);
      }
    });
    const log = document.querySelector('[role=log]');
    if (!log) throw new Error('There is no conversation.');
    new MutationObserver((changes) => {
      const at = Date.now();
      for (const { addedNodes } of changes) {
        for (const node of addedNodes) {
          if (!(node instanceof HTMLElement)) continue;
          const words = [...node.querySelectorAll('p[dir]')].at(-1)?.textContent;
          if (words) watched.shown(words, at);
        }
      }
    }).observe(log, { childList: true, subtree: true });
  }, authStorageKey);
}

/** Types a message and presses "Send". @returns when it was pressed */
async function say(page: Page, content: string): Promise<number> {
  await page.getByPlaceholder('Type your message…').fill(content);
  const button = page.getByRole('button', { name: 'Send', exact: true });
  return button.evaluate((element: HTMLButtonElement) => {
    const at = Date.now();
    element.click();
    return at;
  });
}

const postgres = await startPostgres();
const environment = { DATABASE_URL: `${postgres.url}/postgres` };
const first = await startStack({ seed: true, environment });
const besideDir = await newDataDir(false);
const port = await freePort();
const beside = await runUntilReady(
  ['tests/support/server/besideServer.ts'],
  {
    ...environment,
    HOST: '127.0.0.1',
    PORT: String(port),
    AUTH_EMULATOR_PORT: new URL(first.emulatorUrl).port,
    DATA_DIR: besideDir,
    PUBLIC_URL: first.url,
  },
  'The server listens',
);
const besideUrl = `http://127.0.0.1:${port}`;
const line = await startTcpProxy({ host: '127.0.0.1', port: Number(new URL(first.url).port) });
const browser = await chromium.launch({
  executablePath: findBrowser(),
  args: ['--no-sandbox', '--disable-gpu'],
});

const client = await emulatorSignIn(first.url, clientEmail, seedPassword);
const { jobId } = await liveCall(first.url, client.idToken, 'reportJob', {
  body: jobReport({ jobReporter: clientEmail, project: 'Told at once' }),
});
const hearer = await openChat(browser, `http://127.0.0.1:${line.port}`, staffEmail, jobId);
const sayer = await openChat(browser, besideUrl, clientEmail, jobId);

const shownAt = new Map<string, (at: number) => void>();
await watch(hearer, (content, at) => shownAt.get(content)?.(at));

const took: number[] = [];
for (let n = 0; n < messages; n += 1) {
  const content = `Message ${n}`;
  const shown = new Promise<number>((resolve) => shownAt.set(content, resolve));
  const saidAt = await say(sayer, content);
  const late = setTimeout(() => {
    throw new Error(`"${content}" is not on the other screen after 30 s.`);
  }, 30_000);
  took.push((await shown) - saidAt);
  clearTimeout(late);
}
took.sort((a, b) => a - b);
const at = (share: number) => took[Math.min(took.length - 1, Math.floor(took.length * share))];
console.log(
  `From "Send" to the other screen, over ${took.length} messages and two server processes: median ${at(0.5)} ms, p99 ${at(0.99)} ms, longest ${took.at(-1)} ms`,
);

const ofGap: string[] = [];
async function intoGap(content: string): Promise<void> {
  const { idToken } = client;
  const { communication } = await liveCall(besideUrl, idToken, 'updateJob', {
    body: {
      evJobId: jobId,
      jobUpdateUser: clientEmail,
      'evCommunication.content': content,
      'evCommunication.fromUserId': clientEmail,
      'evCommunication.fromUserType': 'CLIENT',
    },
  });
  if (communication) ofGap.push(communication.communicationId);
}

let streams = 0;
hearer.on('response', (response) => {
  if (response.url().endsWith('/events/stream')) streams += 1;
});
await hearer.evaluate(() => {
  (window as unknown as Watched).heard = [];
});
for (let n = 0; n < cuts; n += 1) {
  const next = hearer.waitForResponse((response) => response.url().endsWith('/events/stream'), {
    timeout: 90_000,
  });
  await intoGap(`Before cut ${n}`);
  line.cut();
  await intoGap(`In cut ${n}`);
  await wait(Math.random() * 300);
  line.restore();
  await intoGap(`After cut ${n}`);
  await next;
  await wait(Math.random() * 100);
}
await wait(20_000);
const heard = await hearer.evaluate(() => (window as unknown as Watched).heard);
const missed = ofGap.filter((id) => !heard.includes(id));
const twice = heard.length - new Set(heard).size;
const onScreen = await hearer
  .locator('[data-message]')
  .evaluateAll((all) => all.map((one) => one.getAttribute('data-message')));
/** Only the end of a long conversation is on the page. */
const unseen = ofGap.slice(-20).filter((id) => !onScreen.includes(id));
console.log(
  `${streams} streams after ${cuts} cuts: of ${ofGap.length} messages ${heard.length} were heard, ${missed.length} missed, ${twice} heard twice, of the last 20 ${unseen.length} not on the screen`,
);

await browser.close();
await line.close();
await beside.stop();
await rm(besideDir, { recursive: true, force: true });
await first.stop({ remove: true });
await postgres.stop();
process.exitCode = missed.length + unseen.length > 0 ? 1 : 0;
