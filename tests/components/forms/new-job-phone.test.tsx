import { beforeAll, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { findsNoBarrier } from '../support/axe.ts';
import { field, goTo, openApp } from '../support/openApp.ts';

const phone = { width: 390, height: 844 };

beforeAll(async () => {
  await page.viewport(phone.width, phone.height);
  await openApp('client', '/jobs/listing/all');
});
beforeEach(async () => {
  await goTo('/messages', 'Messages');
  const { saveEveryDraft } = await import('../../../src/outbox/drafts/saveNow.ts');
  await saveEveryDraft();
  await goTo('/jobs/create', 'New job');
  await expect.element(field('Street address')).toBeVisible();
});

const bar = () => page.getByRole('complementary', { name: 'Summary' });
const missing = () =>
  bar()
    .getByRole('button')
    .elements()
    .map(({ textContent }) => textContent);

test('the form of a new job is two screens of a phone, with files and address first', async () => {
  expect(document.documentElement.scrollHeight).toBeLessThanOrEqual(2 * phone.height);
  const titles = [...document.querySelectorAll('main form h2')].map(({ textContent }) => textContent);
  expect(titles).toEqual(['Documents', 'Property', 'Services', 'Delivery', 'Contact', 'Note']);
  await expect.element(field('Files')).toBeInTheDocument();
  await expect.element(page.getByRole('radiogroup', { name: 'Request type' })).not.toBeInTheDocument();
  // What is known is filled in.
  await expect.element(page.getByText('(415) 555-0132')).toBeVisible();
  await findsNoBarrier();
});

test('a bar at the lower edge says what is missing, leads there, and submits', async () => {
  await expect.poll(missing).toEqual(['Documents', 'Property', 'Services', 'Delivery', 'Submit job']);
  const nav = page.getByRole('navigation', { name: 'Main' }).element().getBoundingClientRect();
  const submit = page.getByRole('button', { name: 'Submit job' }).element().getBoundingClientRect();
  expect(submit.bottom).toBeLessThanOrEqual(nav.top);
  await bar().getByRole('button', { name: 'Delivery' }).click();
  const mode = page.getByRole('radiogroup', { name: 'Delivery method' });
  await expect.element(mode).toBeVisible();
  await expect.poll(() => mode.element().contains(document.activeElement)).toBe(true);
  await mode.getByRole('radio', { name: 'Digital copy' }).click();
  await expect.poll(missing).toEqual(['Documents', 'Property', 'Services', 'Submit job']);
  const title = page.getByRole('button', { name: 'Delivery', exact: true }).last();
  await title.click();
  await expect.element(mode).not.toBeInTheDocument();
  expect(
    page.getByRole('region', { name: 'Delivery' }).element().querySelector(':scope > p')?.textContent,
  ).toBe('Digital copy');
  await page.getByRole('button', { name: 'Submit job' }).click();
  await expect.element(page.getByRole('radiogroup', { name: 'Request type' })).toBeVisible();
  await expect
    .element(page.getByRole('heading', { name: /^There’s a problem with \d+ fields$/ }))
    .toBeVisible();
  await findsNoBarrier();
});

test('a job has the name of its street until it gets another one', async () => {
  await field('Project name').fill('');
  await field('Street address').fill('9 Wharf Road');
  await userEvent.tab();
  await expect.element(field('Project name')).toHaveValue('9 Wharf Road');
  await field('Project name').fill('Wharf, north roof');
  await field('Street address').fill('11 Wharf Road');
  await userEvent.tab();
  await expect.element(field('Project name')).toHaveValue('Wharf, north roof');
});

test('links are asked for by a button, and stay once there are any', async () => {
  await expect.element(field('Document links')).not.toBeVisible();
  await page.getByRole('button', { name: 'Add links' }).click();
  await field('Document links').fill('https://files.example/roof');
  await expect.element(page.getByRole('button', { name: 'Add links' })).not.toBeInTheDocument();
  await expect.poll(missing).not.toContain('Documents');
});
