import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { openApp, sees } from './support/openApp.ts';

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
