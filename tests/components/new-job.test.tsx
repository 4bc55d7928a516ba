import { beforeAll, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { categories, services, wireValues } from '../../src/contract/enums.ts';
import { formCategories } from '../../src/contract/fields.ts';
import { findsNoBarrier } from './support/axe.ts';
import { field, goTo, openApp, sees } from './support/openApp.ts';

const servicesOf = (category: (typeof formCategories)[number]) =>
  page.getByRole('group', { name: `${categories[category]} services`, exact: true, includeHidden: true });

beforeAll(() => openApp('client', '/jobs/listing/all'));
beforeEach(async () => {
  await goTo('/jobs/create');
  await sees('New job');
});

test('a job with errors counts them, focuses the first, and shows each beside its field', async () => {
  await page.getByRole('button', { name: 'Submit job' }).click();
  await expect
    .element(page.getByRole('heading', { name: /^There’s a problem with \d+ fields$/ }))
    .toBeVisible();
  await expect.element(field('Project name')).toHaveFocus();
  await expect
    .element(servicesOf('STAMP'))
    .toHaveAccessibleDescription(expect.stringContaining('ev-service may have at least 1 value selected'));
  for (const choice of ['Property type', 'Request type', 'Delivery method']) {
    await expect
      .element(page.getByRole('radiogroup', { name: choice }))
      .toHaveAccessibleDescription(expect.stringContaining(`${choice} is a required field`));
  }
  await expect
    .element(field('Files'))
    .toHaveAccessibleDescription(expect.stringContaining('Attachment must have at least one file selected'));
  await findsNoBarrier();
});

test('each request type offers each service', async () => {
  for (const category of formCategories) {
    const offered = [...servicesOf(category).element().querySelectorAll('input')].map(({ value }) => value);
    expect(offered, category).toEqual(wireValues(services));
  }
});

test('the phone number is that of the profile, and can be changed', async () => {
  await expect.element(field('Phone number')).toHaveValue('(415) 555-0132');
  await field('Phone number').fill('(415) 555-0199');
  await expect.element(field('Phone number')).toHaveValue('(415) 555-0199');
});
