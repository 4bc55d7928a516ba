import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { people } from '../support/server/people.ts';
import { openApp, sees } from './support/openApp.ts';
import { createdBefore, verificationsSent } from './support/provider.ts';
import { signsUp } from './support/signsUp.ts';

test('who signs up again, because the response to the first try was lost, gets the link all the same', async () => {
  const { email } = people.unverified;
  createdBefore.add(email);
  await openApp(null, '/auth/signup');
  await sees('Create account');
  await signsUp(email);
  await sees('Verify your email address');
  await expect.element(page.getByText(/^We sent a link to /)).toBeVisible();
  expect(verificationsSent).toEqual([email]);
});
