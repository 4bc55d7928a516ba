import { expect, type Page } from '@playwright/test';
import { cannotKeepWords } from '../../src/outbox/keepingWords.ts';
import { samples } from '../support/sampleFiles.ts';
import { withDevice } from './support/outbox/behindProxy.ts';
import { ChatTab } from './support/outbox/chatTab.ts';
import { Ledger } from './support/outbox/ledger.ts';
import { clientEmail, hashOf, Office, password } from './support/outbox/office.ts';
import { test } from './support/product.ts';

const dayMs = 24 * 60 * 60_000;
const words = 'The inverter hangs on the north wall.';

test.skip(({ isMobile }) => isMobile, 'Storage does not know the size of the screen.');

test('where the browser keeps no databases, the app says so, sends at once, and keeps what it cannot send', async ({
  newPerson,
  product,
}) => {
  const office = await Office.open(product.url);
  const job = await office.newJob('No databases', 1);
  const person = await newPerson('client');
  const { page } = person;
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('The user denied permission to access the database.', 'SecurityError');
    };
  });
  await person.signIn(clientEmail, password);
  await person.goTo(ChatTab.pathOf(job));
  const chat = new ChatTab(page, job);
  await chat.show();
  await expect(page.getByText(cannotKeepWords)).toBeVisible();

  await chat.type(words, []);
  await chat.press();
  await chat.isTaken();
  await expect.poll(() => office.arrived(job.jobId)).toEqual([{ content: words, sha256: [] }]);
});

/** Ways to meet a full disk, until `room-again`; with files the app asks beforehand, so that nothing is half written. */
const fullDisks = {
  'the device says so beforehand': {
    files: [{ name: 'plan.pdf', mimeType: 'application/pdf', buffer: Buffer.from(samples.pdf.bytes) }],
    async fill(page: Page) {
      await page.evaluate(() => {
        const { estimate } = StorageManager.prototype;
        StorageManager.prototype.estimate = async () => ({ quota: 500_000_000, usage: 499_999_999 });
        addEventListener('room-again', () => {
          StorageManager.prototype.estimate = estimate;
        });
      });
    },
  },
  'it shows in the writing': {
    files: [],
    async fill(page: Page) {
      await page.evaluate(() => {
        const { add } = IDBObjectStore.prototype;
        IDBObjectStore.prototype.add = () => {
          throw new DOMException('The disk is full.', 'QuotaExceededError');
        };
        addEventListener('room-again', () => {
          IDBObjectStore.prototype.add = add;
        });
      });
    },
  },
};

for (const [how, { files, fill }] of Object.entries(fullDisks)) {
  test(`on a full disk the message stays in the composer, a sentence says why, and later it goes: ${how}`, async ({
    browser,
    contextOptions,
    product,
  }) => {
    const office = await Office.open(product.url);
    await withDevice(browser, contextOptions, product.url, async (device) => {
      const job = await office.newJob(`Full disk, ${how}`, 1);
      const page = await device.openTab(ChatTab.pathOf(job));
      const chat = new ChatTab(page, job);
      await chat.isRead();
      await fill(page);
      await chat.type(words, files);
      await chat.press();
      await expect(chat.complaint()).toContainText('no room left');
      expect(await chat.typed()).toBe(words);
      expect(await office.arrived(job.jobId)).toEqual([]);

      await page.evaluate(() => dispatchEvent(new Event('room-again')));
      await chat.press();
      await chat.isTaken();
      await device.isEmpty();
      const sha256 = files.map(({ buffer }) => hashOf(buffer));
      expect(await office.arrived(job.jobId)).toEqual([{ content: words, sha256 }]);
    });
  });
}

test('a clock that jumps by a day, and back by two, changes no order and holds nothing up', async ({
  browser,
  contextOptions,
  product,
}) => {
  const office = await Office.open(product.url);
  await withDevice(browser, contextOptions, product.url, async (device) => {
    const ledger = new Ledger();
    const job = await office.newJob('Wrong clock', 0);
    let page = await device.openTab(ChatTab.pathOf(job));
    await new ChatTab(page, job).show();
    // Writes fail; the identity provider answers, for whom the token of a wrong clock has run out.
    device.proxy.plan = ({ path }) => (path === '/api/jobs/update' ? { kind: 'cut before the body' } : null);
    for (const [at, aheadMs] of [dayMs, -dayMs, 0].entries()) {
      await device.closeTabs();
      device.clockAheadMs = aheadMs;
      page = await device.openTab(ChatTab.pathOf(job));
      const chat = new ChatTab(page, job);
      await chat.show();
      for (const part of ['first', 'second']) {
        const content = `Clock ${at}, ${part}`;
        await chat.type(content, []);
        await chat.press();
        await chat.isTaken();
        ledger.wrote(job, { content, sha256: [] });
      }
      // Failures under this clock: their back-off is written in its time.
      await expect.poll(async () => (await device.waiting())[0]?.misses).toBeGreaterThan(at);
    }
    device.proxy.plan = () => null;
    await device.hearsOnline();
    await device.isEmpty();
    expect(await ledger.differences(office, [job])).toEqual([]);
  });
});
