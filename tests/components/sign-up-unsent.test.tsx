import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { AuthError } from '../../src/session/authErrors.ts';
import { people } from '../support/server/people.ts';
import { findsNoBarrier } from './support/axe.ts';
import { openApp, sees } from './support/openApp.ts';
import { verificationsSent } from './support/provider.ts';
import { signsUp } from './support/signsUp.ts';

test('who signs up is not told that a link was sent where it could not be, until it is', async () => {
  await openApp(null, '/auth/signup');
  await sees('Create account');
  vi.spyOn(verificationsSent, 'push').mockImplementationOnce(() => {
    throw new AuthError('auth/network-request-failed');
  });
  await signsUp(people.unverified.email);
  await sees('Verify your email address');
  await expect.element(page.getByText(/^We couldn’t send a link to /)).toBeVisible();
  await findsNoBarrier();
  await page.getByRole('button', { name: 'Resend email' }).click();
  await expect.element(page.getByText(/^We sent a link to /)).toBeVisible();
  expect(verificationsSent).toEqual([people.unverified.email]);
});
