import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { findsNoBarrier } from './support/axe.ts';
import { field, openApp, sees } from './support/openApp.ts';

test('every error of a new job stands beside its field, and the first has the focus', async () => {
  await openApp('client', '/jobs/create');
  await sees('New job');
  await page.getByRole('button', { name: 'Send job' }).click();
  await expect.element(page.getByRole('heading', { name: /^\d+ things need correcting$/ })).toBeVisible();
  await expect.element(field('Project name')).toHaveFocus();
  for (const label of ['Project name', 'Street', 'City', 'State', 'Zip code', 'Links to documents']) {
    await expect.element(field(label)).toHaveAttribute('aria-invalid', 'true');
    await expect.element(field(label)).toHaveAccessibleDescription(/is a required field/);
  }
  await field('Zip code').fill('1234');
  await expect.element(field('Zip code')).toHaveAccessibleDescription(/Zip code is not valid \(12345-6789\)/);
  await findsNoBarrier();
});
