import { afterEach, beforeAll, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { findsNoBarrier } from './support/axe.ts';
import { answering, goTo, marked, openApp, sees } from './support/openApp.ts';

const bubble = (words: string) =>
  page.getByRole('log', { name: 'Messages' }).getByRole('article').filter({ hasText: words });
let restore: () => void = () => undefined;

beforeAll(async () => {
  IDBFactory.prototype.open = () => {
    throw new DOMException('The user denied permission to access the database.', 'SecurityError');
  };
  await openApp('client', '/jobs/listing/all');
});
afterEach(() => restore());

test('a browser that stores nothing says so in the outbox and on the account page', async () => {
  await page.getByRole('button', { name: /\. Open outbox$/ }).click();
  const outbox = page.getByRole('dialog', { name: 'Outbox' });
  await expect.element(outbox).toMatchTextContent('Your browser is blocking storage');
  await userEvent.keyboard('{Escape}');
  await goTo('/account');
  await sees('Account');
  await expect
    .element(page.getByRole('region', { name: 'Storage on this device', exact: true }))
    .toMatchTextContent('Your browser is blocking storage');
  await findsNoBarrier();
});

test('a browser that stores nothing sends at once, and leaves a refused message in the composer', async () => {
  await goTo('/jobs/update/job-5?chat=job-5');
  const input = page.getByPlaceholder('Type your message…');
  await expect.element(input).toBeVisible();
  await expect
    .element(page.getByText(/^Your browser is blocking storage/).first())
    .toBeVisible();
  const refused = answering(/\/api\/jobs\/update$/, async () =>
    marked({ errorMessage: 'Not just now.', code: 'invalid' }, 400),
  );
  restore = refused;
  await input.fill('At once');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect.element(page.getByRole('alert').filter({ hasText: 'Not just now.' })).toBeVisible();
  await expect.element(input).toHaveValue('At once');
  refused();
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect.element(bubble('At once')).toMatchTextContent(/From\s.*\sto\sEV/);
  expect(bubble('At once').elements()).toHaveLength(1);
  await expect.element(input).toHaveValue('');
});
