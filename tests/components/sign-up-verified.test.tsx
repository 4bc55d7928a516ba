import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { people } from '../support/server/people.ts';
import { openApp, sees } from './support/openApp.ts';
import { verificationsSent } from './support/provider.ts';
import { savedDrafts, signsUp } from './support/signsUp.ts';

test('one who signs up with an address that is verified by then is asked nothing again', async () => {
  await openApp(null, '/auth/signup');
  await sees('Create account');
  await signsUp(people.withoutProfile.email);
  await sees('Your account is pending approval');
  await expect.element(page.getByText(people.withoutProfile.email)).toBeVisible();
  await expect.poll(savedDrafts).toEqual([]);
  expect(verificationsSent).toEqual([]);
});
