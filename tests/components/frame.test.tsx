import { afterEach, beforeAll, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { answering, goTo, marked, openApp, sees } from './support/openApp.ts';

let restore: () => void = () => undefined;

beforeAll(() => openApp('client', '/jobs/listing/all'));
afterEach(() => restore());

test('what does not exist is said inside the frame, under a title of its own', async () => {
  for (const path of ['/nowhere', '/jobs/listing/nonsense', '/users/invite', '/users/update/ada@x.test']) {
    await goTo(path);
    await sees('There is nothing here');
    await expect.poll(() => document.title).toBe('There is nothing here · EV Jobs');
    expect(page.getByRole('main').elements()).toHaveLength(1);
    await page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: 'Jobs', exact: true })
      .click();
    await sees('Jobs');
  }
});

test('a page that cannot be loaded says what to do, and comes when it can', async () => {
  let broken = true;
  restore = answering(/\/api\/jobs\/[\w-]+$/, async (_, send) =>
    broken ? marked({ errorMessage: 'The server took too long.', code: 'timeout' }, 408) : send(),
  );
  await goTo('/jobs/update/job-9');
  await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  broken = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(page.getByRole('button', { name: 'Open chat', exact: true })).toBeVisible();
});
