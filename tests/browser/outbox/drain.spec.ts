import { expect } from '@playwright/test';
import { withDevice } from '../support/outbox/behindProxy.ts';
import { ChatTab } from '../support/outbox/chatTab.ts';
import type { DeviceBehindProxy } from '../support/outbox/deviceBehindProxy.ts';
import { Ledger } from '../support/outbox/ledger.ts';
import { Office, type OpenJob } from '../support/outbox/office.ts';
import { test } from '../support/product.ts';

/**
 * `QUEUED=500 QUEUED_JOBS=20 ROUND_TRIP=300` is the size of the design. The daily size is smaller, with a round trip so long that
 * parallel requests overlap on the slowest machine, but shorter than the timeout of a probe (`slow-line.test.ts`).
 */
const messages = Number(process.env.QUEUED ?? 16);
const jobCount = Number(process.env.QUEUED_JOBS ?? 8);
const roundTripMs = Number(process.env.ROUND_TRIP ?? 4000);
/** The number of connections of a browser to one host. */
const linesOfHttp1 = 6;

// Recording every step of so many costs more than the steps themselves.
test.use({ trace: 'off', screenshot: 'off' });
test.skip(({ isMobile }) => isMobile, 'The queue does not know the size of the screen.');

test('a long queue is sent in order, and over HTTP/2 more jobs side by side than a browser has connections', async ({
  browser,
  contextOptions,
  product,
}) => {
  test.setTimeout(240_000 + messages * 3000);
  const office = await Office.open(product.url);
  const play = async (device: DeviceBehindProxy) => {
    const jobs: OpenJob[] = [];
    for (let n = 1; n <= jobCount; n += 1) jobs.push(await office.newJob(`Queue ${n}`, 0));
    const [first] = jobs as [OpenJob];
    const page = await device.openTab(ChatTab.pathOf(first));
    const chats = jobs.map((job) => new ChatTab(page, job));
    for (const chat of chats) await chat.show();

    const ledger = new Ledger();
    await device.proxy.line('dead');
    for (const [at, chat] of chats.entries()) {
      await chat.show();
      for (let n = at + 1; n <= messages; n += jobCount) {
        await chat.type(`Message ${n}`, []);
        await chat.press();
        await chat.isTaken();
        ledger.wrote(chat.job, { content: `Message ${n}`, sha256: [] });
      }
    }
    expect(await device.waiting()).toHaveLength(messages);

    let reads = 0;
    /** The arrival time of each message; each is in flight for at least the round trip. */
    const sentAt: number[] = [];
    device.proxy.plan = ({ path }) => {
      if (path === '/api/jobs/update') sentAt.push(performance.now());
      else if (path.startsWith('/api/')) reads += 1;
      return null;
    };
    device.proxy.roundTripMs = roundTripMs;
    await device.proxy.line('up');
    await device.hearsOnline();
    const tookMs = await device.isEmpty();
    const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
    console.log(
      `${messages} messages over ${jobCount} jobs left in ${seconds(tookMs)}; one after the other they need at least ` +
        `${seconds(messages * roundTripMs)}, all jobs at once at least ${seconds(Math.ceil(messages / jobCount) * roundTripMs)}`,
    );
    // Lists are refetched at intervals, not after each message.
    expect(reads).toBeLessThan(2 * messages);
    const onTheWay = sentAt.map(
      (at) => sentAt.filter((other) => other >= at && other < at + roundTripMs).length,
    );
    expect(Math.max(...onTheWay)).toBeGreaterThan(linesOfHttp1);
    expect(ledger.messages).toBe(messages);
    expect(await ledger.differences(office, jobs)).toEqual([]);
  };
  await withDevice(browser, contextOptions, product.url, play, 'HTTP/2');
});
