import { beforeAll, test } from 'vitest';
import { page } from 'vitest/browser';
import { openApp, sees } from './support/openApp.ts';

beforeAll(() => openApp('client', '/account'));

test('the account page leads to where a code is read from a photo', async () => {
  await sees('Account');
  await page.getByRole('link', { name: 'Check a seal' }).click();
  await sees('Check a seal');
});
