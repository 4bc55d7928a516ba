import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { goTo, openApp, sees } from './support/openApp.ts';
import { usedCodes } from './support/provider.ts';

test('the Tab order of the sign-in is its reading order, and an error focuses its field', async () => {
  await openApp(null, '/auth/signin');
  await sees('Sign in');
  const stops = [
    page.getByRole('textbox', { name: 'Email' }),
    page.getByLabelText('Password', { exact: true }),
    page.getByRole('button', { name: 'Show password' }),
    page.getByRole('button', { name: 'Sign in' }),
    page.getByRole('link', { name: 'Create account' }),
    page.getByRole('link', { name: 'Forgot your password?' }),
  ];
  for (const stop of stops) {
    await userEvent.tab();
    await expect.element(stop).toHaveFocus();
  }
  await userEvent.tab({ shift: true });
  await userEvent.tab({ shift: true });
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('Email is a required field').first()).toBeVisible();
  await expect.element(page.getByRole('textbox', { name: 'Email' })).toHaveFocus();
});

test.each([
  ['recoverEmail', 'RECOVER_EMAIL', 'Restore email address', 'Your email address was restored'],
  [
    'verifyAndChangeEmail',
    'VERIFY_AND_CHANGE_EMAIL',
    'Change email address',
    'Your email address was changed',
  ],
  ['verifyEmail', 'VERIFY_EMAIL', 'Verify email address', 'Your email address is verified'],
])('a link for %s is used up by its button, not by being opened', async (mode, code, button, done) => {
  await goTo(`/auth/email-verification?mode=${mode}&oobCode=${code}`);
  await expect.element(page.getByRole('button', { name: button })).toBeVisible();
  expect(usedCodes).not.toContain(code);
  await page.getByRole('button', { name: button }).click();
  await sees(done);
  expect(usedCodes.filter((used) => used === code)).toEqual([code]);
});
