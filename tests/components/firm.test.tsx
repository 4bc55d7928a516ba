import { afterAll, beforeAll, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { findsNoBarrier } from './support/axe.ts';
import { answering, field, goTo, marked, openApp, sees } from './support/openApp.ts';

const firm = () => page.getByRole('region', { name: 'Your firm' });
const save = () => firm().getByRole('button', { name: /^(Save|Try again)$/ });

beforeAll(() => openApp('admin', '/settings'));
afterAll(() => localStorage.removeItem('firm'));

test('a color that white text cannot be read on is refused at its field, with the reason', async () => {
  await sees('Settings');
  await field('Name').fill('Harbor Engineers');
  await field('Color').fill('#ffd54f');
  await save().click();
  await expect
    .element(firm().getByText(/must be darker: white text on it has a contrast of 1\.4 to 1/))
    .toBeVisible();
  await findsNoBarrier();
});

test('what is typed without a connection stays in the form, also after leaving the page', async () => {
  await field('Color').fill('#14532d');
  const stop = answering(/firm\/save/, () => Promise.reject(new TypeError('Failed to fetch')));
  await save().click();
  await expect.element(firm().getByText(/Can’t connect to EV Jobs/)).toBeVisible();
  stop();
  await goTo('/jobs/listing/all', 'Jobs');
  await goTo('/settings');
  await expect.element(field('Name')).toHaveValue('Harbor Engineers');
});

test('what another admin has saved meanwhile is shown beside what is typed here, and is not taken back', async () => {
  await goTo('/jobs/listing/all', 'Jobs');
  const stop = answering(/\/settings$/, async (_, send) => {
    const { body } = await (await send()).json();
    return marked({ body: { ...body, firm: { ...body.firm, address: '1 Pier Road' } } });
  });
  const { queryClient } = await import('../../src/api/queries.ts');
  queryClient.removeQueries({ queryKey: ['firmSettings'] });
  await goTo('/settings');
  await expect.element(field('Name')).toHaveValue('Harbor Engineers');
  await expect.element(field('Address')).toHaveValue('1 Pier Road');
  stop();
});

test('the saved name and color are shown at once, and at the next start', async () => {
  await save().click();
  await expect.element(page.getByRole('banner').getByText('Harbor Engineers')).toBeVisible();
  const { documentElement } = document;
  expect(documentElement.style.getPropertyValue('--firm')).toBe('#14532d');
  await goTo('/jobs/listing/all');
  await expect.poll(() => document.title).toMatch(/ · Harbor Engineers$/);
  const { applyStoredFirm } = await import('../../src/ui/storedFirm.ts');
  delete documentElement.dataset.firm;
  applyStoredFirm();
  expect(documentElement.dataset.firm).toBe('Harbor Engineers');
});
