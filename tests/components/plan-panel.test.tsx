import { afterEach, beforeAll, expect, onTestFinished, test } from 'vitest';
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

test('the pages of a long set are one stop of Tab, and arrow keys go through them', async () => {
  stop = await openPlanOf(sheetsPdf(60));
  const pages = page.getByRole('navigation', { name: 'Pages' });
  await expect.element(pages.getByRole('button', { name: 'Page 1', exact: true })).toBeVisible();
  (page.getByRole('button', { name: 'Ask about this page' }).element() as HTMLElement).focus();
  await userEvent.keyboard('{Tab}');
  await expect.element(pages.getByRole('button', { name: 'Page 1', exact: true })).toHaveFocus();
  for (let number = 2; number <= 30; number += 1) {
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(pages.getByRole('button', { name: `Page ${number}`, exact: true })).toHaveFocus();
  }
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('application', { name: /page 30 of 60$/ })).toBeVisible();
  await userEvent.keyboard('{Tab}');
  await expect.element(page.getByRole('application')).toHaveFocus();
});

test.each([
  ['on a screen that is enlarged four times', 256, ''],
  ['on a small phone with text twice as large', 640, '200%'],
])('%s a sheet has room that can be used', async (_, height, fontSize) => {
  const { style } = document.documentElement;
  onTestFinished(async () => {
    style.fontSize = '';
    await page.viewport(1280, 800);
  });
  await page.viewport(320, height);
  style.fontSize = fontSize;
  stop = await openPlanOf(sheetsPdf(5));
  const stage = page.getByRole('application');
  await expect.poll(() => stage.element().getBoundingClientRect().height).toBeGreaterThan(100);
  const button = page.getByRole('button', { name: 'Next page' }).element();
  button.scrollIntoView({ block: 'center', behavior: 'instant' });
  const { left, top, width, height: high } = button.getBoundingClientRect();
  expect(button.contains(document.elementFromPoint(left + width / 2, top + high / 2))).toBe(true);
});
