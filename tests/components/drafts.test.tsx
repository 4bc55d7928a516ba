import { afterEach, beforeAll, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { countDrafts } from '../../src/outbox/drafts/drafts.ts';
import { saveEveryDraft } from '../../src/outbox/drafts/saveNow.ts';
import { people } from '../support/server/people.ts';
import { answering, field, goTo, marked, openApp } from './support/openApp.ts';

const { email } = people.client;
const input = () => page.getByPlaceholder('Type your message…');
let restore: () => void = () => undefined;

/** Returns the number of drafts that a sign-out asks about. */
async function draftsNow(): Promise<number> {
  await saveEveryDraft();
  return countDrafts(email);
}

beforeAll(() => openApp('client', '/jobs/listing/all'));
afterEach(() => restore());

test('an untouched, prefilled or emptied form has no draft', async () => {
  for (const [address, heading] of [
    ['/jobs/create', 'New job'],
    ['/jobs/create?templateOf=job-5', /^New job from/],
    ['/jobs/create?revisionOf=job-5', /^Revision of/],
  ] as const) {
    await goTo(address, heading);
    await expect.element(field('Project name')).toBeVisible();
    expect(await draftsNow(), address).toBe(0);
    const before = (field('Project name').element() as HTMLInputElement).value;
    await field('Project name').fill('typed');
    expect(await draftsNow(), address).toBe(1);
    await field('Project name').fill(before);
    expect(await draftsNow(), address).toBe(0);
  }
  await goTo('/account');
  await expect.element(field('Street address')).toBeVisible();
  expect(await draftsNow()).toBe(0);
  await goTo('/jobs/update/job-5?chat=job-5');
  await input().fill('typed');
  expect(await draftsNow()).toBe(1);
  await input().fill('');
  expect(await draftsNow()).toBe(0);
});

test('a refused token takes no typed text away', async () => {
  await goTo('/jobs/create');
  await field('Project name').fill('A roof half described');
  await goTo('/jobs/update/job-5?chat=job-5');
  await input().fill('half a sentence');
  restore = answering(/\/api\//, async () =>
    marked({ errorMessage: 'Please sign in again.', code: 'unauthenticated' }, 401),
  );
  const { queryClient } = await import('../../src/api/queries.ts');
  await queryClient.invalidateQueries();
  await saveEveryDraft();
  expect(await countDrafts(email)).toBe(2);
  restore();
  restore = () => undefined;
  await goTo('/jobs/listing/all', 'Jobs');
  await goTo('/jobs/update/job-5?chat=job-5');
  await expect.element(input()).toHaveValue('half a sentence');
  await goTo('/jobs/create');
  await expect.element(field('Project name')).toHaveValue('A roof half described');
});

test('unsent messages that are edited stand in the composer together, and nothing typed is lost', async () => {
  await goTo('/jobs/update/job-6?chat=job-6');
  restore = answering(/\/api\/jobs\/update$/, async () =>
    marked({ errorMessage: 'Not now.', code: 'invalid' }, 422),
  );
  const waiting = (words: string) => page.getByRole('article').filter({ hasText: words });
  for (const words of ['First words', 'Second words']) {
    await input().fill(words);
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await expect.element(waiting(words)).toBeVisible();
  }
  await waiting('First words').getByRole('button', { name: 'Edit' }).click();
  await expect.element(input()).toHaveValue('First words');
  await expect.element(input()).toHaveFocus();
  await input().fill('First words, and more');
  await waiting('Second words').getByRole('button', { name: 'Edit' }).click();
  await expect.element(input()).toHaveValue('Second words\n\nFirst words, and more');
  await expect.element(waiting('Second words')).not.toBeInTheDocument();
  await goTo('/jobs/listing/all', 'Jobs');
  await goTo('/jobs/update/job-6?chat=job-6');
  await expect.element(input()).toHaveValue('Second words\n\nFirst words, and more');
});
