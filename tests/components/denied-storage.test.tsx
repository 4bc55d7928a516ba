import { afterEach, beforeAll, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { findsNoBarrier } from './support/axe.ts';
import { answering, field, goTo, marked, openApp, sees } from './support/openApp.ts';

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
  await goTo('/account', 'Account');
  await expect
    .element(page.getByRole('region', { name: 'Storage on this device', exact: true }))
    .toMatchTextContent('Your browser is blocking storage');
  await findsNoBarrier();
});

test('a browser that stores nothing sends at once, and leaves a refused message in the composer', async () => {
  await goTo('/jobs/update/job-5?chat=job-5');
  const input = page.getByPlaceholder('Type your message…');
  await expect.element(input).toBeVisible();
  await expect.element(page.getByText(/^Your browser is blocking storage/).first()).toBeVisible();
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

test('a reason that this browser cannot save stays while its dialog is closed, and what fails then is said', async () => {
  const { hasDraftTrouble } = await import('../../src/outbox/drafts/drafts.ts');
  const dialog = page.getByRole('dialog', { name: 'Cancel this job?' });
  const text = dialog.getByLabelText(/^Reason for the cancellation/);
  const ask = async () => {
    await page.getByRole('button', { name: /^More actions for/ }).click();
    await page.getByRole('button', { name: 'Cancel job' }).click();
  };
  const close = async () => {
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog).not.toBeInTheDocument();
  };
  await goTo('/jobs/update/job-240', 'Project 240');
  await ask();
  await text.fill('The roof is too old.');
  await expect.element(dialog.getByText(/^Your browser can’t save drafts right now\./)).toBeVisible();
  await close();
  await ask();
  await expect.element(text).toHaveValue('The roof is too old.');

  const { promise: closed, resolve: answer } = Promise.withResolvers<void>();
  restore = answering(/\/api\/jobs\/update$/, async () => {
    await closed;
    return marked({ errorMessage: 'Not just now.', code: 'invalid' }, 400);
  });
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await expect
    .element(dialog.getByRole('button', { name: 'Cancel job' }))
    .toHaveAttribute('aria-busy', 'true');
  await close();
  answer();
  await expect.element(page.getByText('Couldn’t cancel the job. Not just now.')).toBeVisible();
  restore();
  await ask();
  await expect.element(dialog.getByRole('alert').getByText('Not just now.')).toBeVisible();
  await expect.element(text).toHaveValue('The roof is too old.');
  expect(hasDraftTrouble()).toBe(true);
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await expect.element(page.getByText('Reason: The roof is too old.')).toBeVisible();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(hasDraftTrouble()).toBe(false);
});

test('an edit that this browser cannot save is left or discarded only after a question', async () => {
  await goTo('/jobs/listing/all', 'Jobs');
  await goTo('/jobs/update/job-5');
  await page.getByRole('button', { name: 'Edit job' }).click();
  await field('Project name').fill('A barn');
  await expect.element(page.getByText(/^Your browser can’t save drafts right now\./)).toBeVisible();

  const leave = page.getByRole('dialog', { name: 'Leave this page?' });
  const ways = [
    () => page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'New job' }).click(),
    () => history.back(),
  ];
  for (const go of ways) {
    await go();
    await expect.element(leave).toBeVisible();
    await findsNoBarrier();
    await leave.getByRole('button', { name: 'Cancel' }).click();
    await expect.element(leave).not.toBeInTheDocument();
    await expect.poll(() => location.pathname).toBe('/jobs/update/job-5');
    await expect.element(field('Project name')).toHaveValue('A barn');
  }

  const discard = page.getByRole('dialog', { name: 'Discard changes?' });
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await discard.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(discard).not.toBeInTheDocument();
  await expect.element(field('Project name')).toHaveValue('A barn');

  await ways[0]?.();
  await leave.getByRole('button', { name: 'Leave', exact: true }).click();
  await sees('New job');
});
