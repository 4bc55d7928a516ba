import { afterEach, beforeAll, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { sheetsPdf } from '../support/files/sheetsPdf.ts';
import { findsNoBarrier } from './support/axe.ts';
import { openApp } from './support/openApp.ts';
import { openPlanOf } from './support/openPlanOf.ts';

let stop: () => void = () => undefined;

beforeAll(() => openApp('employee', '/jobs/listing/all'));
afterEach(() => stop());

test('the panel closes by its button and by Escape, which leads back to the button', async () => {
  stop = await openPlanOf(sheetsPdf(5));
  const pages = page.getByRole('navigation', { name: 'Pages' });
  await expect.element(pages).toBeVisible();
  await findsNoBarrier();
  await page.getByRole('button', { name: 'Hide panel' }).click();
  await expect.element(pages).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Show panel' }).click();
  await pages.getByRole('button', { name: 'Page 2' }).click();
  await userEvent.keyboard('{Escape}');
  await expect.element(pages).not.toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: 'Show panel' })).toHaveFocus();
});
