import { expect } from '@playwright/test';
import { isAll } from '../../support/amount.ts';
import { withDevice } from '../support/outbox/behindProxy.ts';
import { ChatTab } from '../support/outbox/chatTab.ts';
import { Ledger } from '../support/outbox/ledger.ts';
import { Office } from '../support/outbox/office.ts';
import { test } from '../support/product.ts';

const beforeRelease = isAll ? test : test.skip;

const dayMs = 24 * 60 * 60_000;

test.skip(({ isMobile }) => isMobile, 'Storage does not know the size of the screen.');

beforeRelease(
  'a clock that jumps forward by a day, and back by two, neither reorders nor delays messages',
  async ({ browser, contextOptions, product }) => {
    const office = await Office.open(product.url);
    await withDevice(browser, contextOptions, product.url, async (device) => {
      const ledger = new Ledger();
      const job = await office.newJob('Wrong clock', 0);
      let page = await device.openTab(ChatTab.pathOf(job));
      await new ChatTab(page, job).show();
      // Writes fail; calls of the identity provider succeed, since under a wrong clock the token has expired.
      device.proxy.plan = ({ path }) =>
        path === '/api/jobs/update' ? { kind: 'cut before the body' } : null;
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
        // Fails under this clock, so that the back-off is stored in its time.
        await expect.poll(async () => (await device.waiting())[0]?.misses).toBeGreaterThan(at);
      }
      device.proxy.plan = () => null;
      await device.hearsOnline();
      await device.isEmpty();
      expect(await ledger.differences(office, [job])).toEqual([]);
    });
  },
);
