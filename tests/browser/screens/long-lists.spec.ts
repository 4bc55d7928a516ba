import { expect, type Page } from '@playwright/test';
import type { Database } from '../../../server/data/db/db.ts';
import { fillJobs } from '../../bench/dataset.ts';
import { amount } from '../../support/amount.ts';
import { layoutShift, watchLayoutShift } from '../support/layout.ts';
import { test as base, type Product, withProduct } from '../support/product.ts';

const manyJobs = amount('MANY_JOBS', 1200, 10_000);
/** Rows that fit on the largest screen used here, and those rendered above and below it. */
const mostRowsInPage = 60;

async function fill(db: Database): Promise<void> {
  await fillJobs(db, { count: manyJobs, reporter: 'client@ev.test', nowMs: Date.now() });
}

/** A product of its own, because other stories need shorter lists. */
const test = base.extend<object, { product: Product }>({
  product: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern.
    async ({}, use) =>
      withProduct(async (product) => {
        await product.whileStopped(fill);
        await use(product);
      }),
    { scope: 'worker', timeout: 600_000 },
  ],
});

const rows = (page: Page) => page.locator('main [data-index]');

/** Scrolls until everything is loaded; returns the largest number of rows in the page. */
async function scrollToEnd(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const status = () => document.querySelector('main p[role="status"]')?.textContent ?? '';
    let most = 0;
    while (!status().startsWith('Showing all')) {
      window.scrollTo(0, document.documentElement.scrollHeight);
      await new Promise((resolve) => requestAnimationFrame(resolve));
      most = Math.max(most, document.querySelectorAll('main [data-index]').length);
    }
    for (let still = 0; still < 10; still += 1) {
      window.scrollTo(0, document.documentElement.scrollHeight);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    return most;
  });
}

test('a thousand jobs can be read to the last one, with few of them in the page at a time', async ({
  newPerson,
}, { project }) => {
  const isDesk = project.name === 'desk';
  const staff = await newPerson('staff');
  const { page } = staff;
  await staff.signIn('employee@ev.test', 'stamped-2026');
  await expect(rows(page).first()).toBeVisible();
  const tabs = page.getByRole('navigation', { name: 'Jobs by status' });
  const all = tabs.getByRole('link', { name: /^All/ });
  await expect(all).toHaveText(/\d/);
  const total = Number((await all.textContent())?.replace(/\D/g, ''));
  expect(total).toBeGreaterThan(manyJobs);

  await test.step('scrolling reaches the end', async () => {
    expect(await scrollToEnd(page)).toBeLessThan(mostRowsInPage);
    await expect(page.locator('main p[role="status"]').first()).toHaveText(
      `Showing all ${total.toLocaleString('en-US')} jobs`,
    );
    const last = rows(page).last();
    await expect(last).toBeVisible();
    await expect(last).toHaveAttribute('data-index', String(total - 1));
    if (isDesk) await expect(last).toHaveAttribute('aria-rowindex', String(total + 1));
    else await expect(last).toHaveAttribute('aria-posinset', String(total));
    expect(await rows(page).count()).toBeLessThan(mostRowsInPage);
  });

  await test.step('changing the last jobs reloads no page of the list', async () => {
    let asked = 0;
    page.on('request', (request) => {
      if (/\/api\/(v2\/evjobs|evjobs\/v2\/search)$/.test(request.url())) asked += 1;
    });
    if (!isDesk) {
      await page.evaluate(() => window.scrollTo(0, 0));
      await staff.chooseFromMenu('Select jobs');
    }
    const first = isDesk ? rows(page).nth(-2) : rows(page).nth(0);
    const second = isDesk ? rows(page).last() : rows(page).nth(1);
    if (isDesk) {
      await first.getByRole('checkbox').click();
      await second.getByRole('checkbox').click({ modifiers: ['Shift'] });
    } else {
      // A tap anywhere on the card.
      for (const card of [first, second]) await card.locator('label').click();
    }
    await expect(page.getByText('2 selected')).toBeVisible();
    await staff.findsNoBarrier();
    await staff.press('Assign');
    await page.getByRole('dialog').getByLabel('Assignee').selectOption({ index: 2 });
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Assign \d job/ })
      .click();
    await expect(page.getByText(/^[12] jobs? assigned to /)).toBeVisible();
    await expect(page.getByText('2 selected')).toBeHidden();
    await staff.press(/^Undo/);
    await expect(page.getByText(/^Undid changes to \d jobs?\.$/)).toBeVisible();
    expect(asked).toBe(0);
  });
});

test('a list that is scrolled as soon as it appears does not move its rows, with few of them in the page', async ({
  newPerson,
}) => {
  const staff = await newPerson('staff');
  const { page } = staff;
  await staff.signIn('employee@ev.test', 'stamped-2026');
  await expect(rows(page).first()).toBeVisible();
  await watchLayoutShift(page);
  await page.reload();
  await expect(rows(page).first()).toBeVisible();
  await page.mouse.wheel(0, 700);
  const row = page.locator('main [data-index="16"]');
  await expect(row).toBeInViewport();
  const before = await row.boundingBox();
  const element = await row.elementHandle();
  const moved = await layoutShift(page);

  await staff.waitsUntilStill();
  const after = await row.boundingBox();
  expect(Math.abs((after?.y ?? 0) - (before?.y ?? 0))).toBeLessThanOrEqual(2);
  expect(await element?.evaluate((one) => one.isConnected)).toBe(true);
  expect(await rows(page).count()).toBeLessThan(mostRowsInPage);
  expect(await layoutShift(page)).toEqual(moved);
});
