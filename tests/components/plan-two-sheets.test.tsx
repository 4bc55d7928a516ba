import { afterEach, beforeAll, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { planSetPdf } from '../support/files/planSetPdf.ts';
import { findsNoBarrier } from './support/axe.ts';
import { openApp } from './support/openApp.ts';
import { openPlanOf } from './support/openPlanOf.ts';

let close = () => {};

beforeAll(() => openApp('employee', '/jobs/listing/all'));
afterEach(async () => {
  close();
  await page.viewport(1280, 800);
});

/** Returns the sheets on screen by their numbers, once they are drawn. */
async function shows(...numbers: number[]): Promise<void> {
  for (const number of numbers) {
    const stage = page.getByRole('application', { name: `plan.pdf, page ${number} of 6` });
    await expect.element(stage).toBeVisible();
    await expect.element(stage).not.toHaveAttribute('aria-busy');
  }
  expect(document.querySelectorAll('[role="application"]')).toHaveLength(numbers.length);
}

const two = () => page.getByRole('button', { name: 'Two sheets side by side' });

test('two sheets stand side by side; what is pressed last is turned, searched and zoomed', async () => {
  await page.viewport(1280, 800);
  close = await openPlanOf(planSetPdf(6, 20));
  await shows(1);
  await two().click();
  await shows(1, 2);
  await findsNoBarrier();
  const beside = page.getByRole('application', { name: 'plan.pdf, page 2 of 6' });
  await beside.click();
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('button', { name: 'Page 5' }).click();
  await shows(1, 5);
  await userEvent.keyboard('{PageDown}');
  await shows(1, 6);
  expect(new URL(location.href).search).not.toContain('page=6');
  await page.getByRole('application', { name: 'plan.pdf, page 1 of 6' }).click();
  await userEvent.keyboard('{PageDown}');
  await shows(2, 6);
  await two().click();
  await shows(2);
});

test('a phone shows one sheet', async () => {
  await page.viewport(390, 844);
  close = await openPlanOf(planSetPdf(6, 20));
  await shows(1);
  await expect.element(two()).not.toBeInTheDocument();
});

test('two sheets become one again by their button on a screen that has become narrow, as a tablet that is turned', async () => {
  await page.viewport(1280, 800);
  close = await openPlanOf(planSetPdf(6, 20));
  await shows(1);
  await two().click();
  await shows(1, 2);
  await page.viewport(800, 1200);
  await expect.poll(() => innerWidth).toBe(800);
  await shows(1, 2);
  await two().click();
  await shows(1);
  await expect.element(two()).not.toBeInTheDocument();
});
