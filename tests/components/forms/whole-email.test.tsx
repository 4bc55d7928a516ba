import { afterEach, beforeAll, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { findsNoBarrier } from '../support/axe.ts';
import { answerByEmail, jobWithEmail, wholeEmail } from '../support/data.ts';
import { answering, goTo, marked, openApp } from '../support/openApp.ts';

let restore: () => void = () => undefined;
const log = page.getByRole('log', { name: 'Messages' });
const bubble = log.getByRole('article').filter({ hasText: answerByEmail });
const summary = log.getByText('Shortened. Show whole email');
const failure = log.getByText(/^Couldn’t load the email\./);
const cut = log.getByText(/Which inverter\?/);

beforeAll(() => openApp('employee', '/jobs/listing/all'));
afterEach(() => restore());

async function openChat(): Promise<void> {
  await goTo('/jobs/listing/all', 'Jobs');
  await goTo(`/jobs/listing/all?chat=${jobWithEmail}`);
  await expect.element(bubble).toBeVisible();
}

test('the whole text of a shortened message is loaded when its email could not be read at first and it is opened again', async () => {
  restore = answering(/\/whole$/, async () => marked({ errorMessage: 'Not now.', code: 'invalid' }, 422));
  await openChat();
  await summary.click();
  await expect.element(failure).toBeVisible();
  restore();
  await summary.click();
  await expect.element(failure).not.toBeVisible();
  await summary.click();
  await expect.element(cut).toBeVisible();
});

test('a tap on “Shortened” shows the whole text as it came, and another one hides it', async () => {
  await openChat();
  // The others are shown as a whole.
  expect(summary.elements()).toHaveLength(1);
  // As large as any other target.
  expect(summary.element().getBoundingClientRect().height).toBeGreaterThanOrEqual(40);
  // It may be loaded already, as the app keeps it, and is not shown.
  expect(cut.query()?.checkVisibility() ?? false).toBe(false);
  await summary.click();
  await expect.element(cut).toBeVisible();
  expect((cut.element() as HTMLElement).innerText.trim()).toBe(wholeEmail);
  await expect.element(bubble.getByRole('link', { name: 'https://files.example/plan' })).toBeVisible();
  await findsNoBarrier();
  await summary.click();
  await expect.element(cut).not.toBeVisible();
  // By the keyboard, too.
  (summary.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(cut).toBeVisible();
});
