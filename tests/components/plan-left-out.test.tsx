import { afterEach, beforeAll, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { leftOutCases, leftOutPdf } from '../support/files/leftOutPdf.ts';
import { findsNoBarrier } from './support/axe.ts';
import { openApp } from './support/openApp.ts';
import { openPlanOf } from './support/openPlanOf.ts';

beforeAll(() => openApp('employee', '/jobs/listing/all'));
let close = () => {};
afterEach(() => close());

const notice = page.getByRole('status').filter({ hasText: 'can’t be shown here' });
const next = page.getByRole('button', { name: 'Next page' });

/** Waits until a page is drawn, and returns what it says is missing. */
async function missingOn(number: number): Promise<string> {
  const stage = page.getByRole('application', { name: new RegExp(`page ${number} of`) });
  await expect.element(stage).not.toHaveAttribute('aria-busy');
  const [, missing = ''] =
    /^This page has (.+) that can’t be shown here/.exec(notice.query()?.textContent ?? '') ?? [];
  return missing;
}

test('each page says what of it is not shown, and no page of which all is shown says anything', async () => {
  close = await openPlanOf(leftOutPdf());
  const said: Record<string, string> = {};
  for (const [at, { what }] of leftOutCases.entries()) {
    if (at > 0) await next.click();
    said[what] = await missingOn(at + 1);
  }
  expect(said).toEqual(Object.fromEntries(leftOutCases.map(({ what, missing }) => [what, missing])));
});

const broken = leftOutCases.filter(({ missing }) => missing === '1 picture').slice(0, 1);
const whole = leftOutCases.filter(({ what }) => what === 'a drawing');

test('a picture that is missing on four pages is missing on each of them, with the download beside it', async () => {
  const [one] = broken;
  if (!one) throw new Error('There is no such case.');
  close = await openPlanOf(leftOutPdf(broken, 4));
  for (const number of [1, 2, 3, 4]) {
    if (number > 1) await next.click();
    expect(await missingOn(number)).toBe(one.missing);
  }
  await expect.element(notice.getByRole('button', { name: /^Download/ })).toBeVisible();
  await page.getByRole('button', { name: 'Previous page' }).click();
  expect(await missingOn(3)).toBe(one.missing);
  await findsNoBarrier();
});

test('the small picture of a page that lacks something says so, and that of another one does not', async () => {
  close = await openPlanOf(leftOutPdf([...whole, ...broken]));
  const pages = page.getByRole('navigation', { name: 'Pages' });
  await expect.element(pages.getByRole('button', { name: 'Page 2 incomplete', exact: true })).toBeVisible();
  await expect.element(pages.getByRole('button', { name: 'Page 1', exact: true })).toBeVisible();
});

test('of two sheets side by side each says what it lacks', async () => {
  close = await openPlanOf(leftOutPdf([...whole, ...broken]));
  expect(await missingOn(1)).toBe('');
  await page.getByRole('button', { name: 'Two sheets side by side' }).click();
  expect(await missingOn(2)).toBe('1 picture');
  await page.getByRole('button', { name: 'Two sheets side by side' }).click();
  await expect.element(notice).not.toBeInTheDocument();
});

test('a page of which something is missing is not sent as a picture, and another one is', async () => {
  close = await openPlanOf(leftOutPdf([...broken, ...whole]));
  expect(await missingOn(1)).not.toBe('');
  await page.getByRole('button', { name: 'Ask about this page' }).click();
  await page.getByRole('button', { name: 'Whole page' }).click();
  await expect
    .element(page.getByRole('alert').filter({ hasText: 'ask about it in words' }))
    .toBeInTheDocument();
  await expect.element(page.getByRole('application')).toBeVisible();
  await next.click();
  expect(await missingOn(2)).toBe('');
  await page.getByRole('button', { name: 'Whole page' }).click();
  await expect.element(page.getByText(/page 2\.png/).first()).toBeVisible();
});

/** Has the browser hand out one pixel in place of what is drawn. */
function hideCanvases(): () => void {
  const { toBlob } = HTMLCanvasElement.prototype;
  HTMLCanvasElement.prototype.toBlob = function (done, ...how) {
    const other = Object.assign(document.createElement('canvas'), { width: this.width, height: this.height });
    other.getContext('2d')?.fillRect(0, 0, 1, 1);
    toBlob.call(other, done, ...how);
  };
  return () => {
    HTMLCanvasElement.prototype.toBlob = toBlob;
  };
}

test('in a browser that hands out something else than was drawn no page is sent as a picture', async () => {
  const show = hideCanvases();
  try {
    close = await openPlanOf(leftOutPdf(whole));
    await page.getByRole('button', { name: 'Ask about this page' }).click();
    for (const part of ['Visible part', 'Whole page']) {
      await page.getByRole('button', { name: part }).click();
      await expect
        .element(page.getByRole('alert').filter({ hasText: 'This browser changes pictures' }).first())
        .toBeInTheDocument();
    }
  } finally {
    show();
  }
});
