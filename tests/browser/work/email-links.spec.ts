import { expect } from '@playwright/test';
import { seedPassword } from '../../../server/seed/people.ts';
import { emulatorSignUp } from '../../support/server/emulatorSignIn.ts';
import type { Person } from '../support/person.ts';
import { test } from '../support/product.ts';

const newPassword = 'drawn-2027';

/** Calls the identity provider as the app and the Firebase console do. */
async function askProvider(url: string, what: string, body: object): Promise<void> {
  const answer = await fetch(`${url}/identitytoolkit.googleapis.com/v1/accounts:${what}?key=any`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(answer.status, await answer.text()).toBe(200);
}

/** Returns the newest link sent to an address. */
async function linkFor(reader: Person, email: string, words: string): Promise<string> {
  await reader.goTo('/dev/mail');
  const entry = reader.page.getByRole('listitem').filter({ hasText: `To ${email}` });
  const href = await entry.getByRole('link', { name: words }).first().getAttribute('href');
  return href ?? '';
}

test('every link of the identity provider’s emails does what its email says', async ({
  newPerson,
  product,
}) => {
  const { url } = product;
  const mailbox = await newPerson('mailbox');
  const reader = await newPerson('reader');
  const { page } = reader;

  await test.step('a password reset leads through its form and the sign-in to the page requested before', async () => {
    const email = 'office@summitroof.test';
    const continueUrl = `${url}/jobs/create`;
    await askProvider(url, 'sendOobCode', { requestType: 'PASSWORD_RESET', email, continueUrl });
    await reader.goTo(await linkFor(mailbox, email, 'Reset password'), 'Choose a new password');
    await expect(page).toHaveURL(/\/auth\/reset-password/);
    await expect(page.getByText(email)).toBeVisible();
    await reader.fill('Password', newPassword);
    await reader.fill('Confirm password', newPassword);
    await reader.press('Save password');
    await reader.sees('Password changed');
    await reader.findsNoBarrier();
    await page.getByRole('link', { name: 'Sign in' }).click();
    await reader.fill('Email', email);
    await reader.fill('Password', newPassword);
    await reader.press('Sign in');
    await reader.sees('New job');
  });

  const owner = 'olga@ev.test';
  const { idToken } = await emulatorSignUp(url, owner, seedPassword);
  await test.step('a signed-in user verifies the email address of another account and returns to the jobs', async () => {
    await askProvider(url, 'sendOobCode', { requestType: 'VERIFY_EMAIL', idToken });
    const link = await linkFor(mailbox, owner, 'Verify email address');
    await test.step('opening the link uses it up for nobody', async () => {
      await reader.goTo(link);
      await expect(page.getByRole('button', { name: 'Verify email address' })).toBeVisible();
      expect(await linkFor(mailbox, owner, 'Verify email address')).toBe(link);
    });
    await reader.press('Verify email address');
    await reader.sees('Jobs');
    await expect(page.getByText('Email address verified.')).toBeVisible();
    await mailbox.goTo('/dev/mail', 'Mail');
    const used = mailbox.page.getByRole('listitem').filter({ hasText: `To ${owner}` });
    await expect(used.getByRole('link', { name: 'Verify email address' })).toHaveCount(0);
  });

  await test.step('a changed address is restored, and a new password offered', async () => {
    await askProvider(url, 'update', { idToken, email: 'thief@ev.test' });
    await reader.goTo(await linkFor(mailbox, owner, 'Restore email address'));
    await reader.findsNoBarrier();
    await reader.press('Restore email address');
    await reader.sees('Your email address was restored');
    await expect(page.getByText(owner)).toBeVisible();
    await reader.findsNoBarrier();
    await reader.press('Send reset link');
    await expect(page.getByText(`We sent a link to ${owner}.`)).toBeVisible();
    expect(await linkFor(mailbox, owner, 'Reset password')).toContain('mode=resetPassword');
  });

  await test.step('a new address is confirmed', async () => {
    const { idToken: again } = await emulatorSignUp(url, 'otto@ev.test', seedPassword);
    const newEmail = 'otto.new@ev.test';
    await askProvider(url, 'sendOobCode', {
      requestType: 'VERIFY_AND_CHANGE_EMAIL',
      idToken: again,
      newEmail,
    });
    const link = await linkFor(mailbox, newEmail, 'Verify new email address');
    await mailbox.goTo(link);
    await mailbox.press('Change email address');
    await mailbox.sees('Your email address was changed');
    await expect(mailbox.page.getByText(newEmail)).toBeVisible();
    await mailbox.page.reload();
    await mailbox.press('Change email address');
    await mailbox.sees('Change your email address');
    await expect(mailbox.page.getByRole('alert')).toContainText('This link was already used');
    await expect(mailbox.page.getByRole('link', { name: 'Sign in' })).toBeVisible();
  });

  await test.step('a link of an unknown kind or without its code says so and shows a way on', async () => {
    await mailbox.goTo(
      '/auth/email-verification?mode=signIn&oobCode=x&continueUrl=https://evil.test/jobs/create',
    );
    await mailbox.sees('This link can’t be used');
    await mailbox.findsNoBarrier();
    const onward = mailbox.page.getByRole('link', { name: 'Sign in' });
    await expect(onward).toHaveAttribute('href', '/auth/signin');
    await mailbox.goTo('/auth/email-verification?mode=recoverEmail', 'Restore your email address');
    await expect(mailbox.page.getByRole('alert')).toContainText('This link is incomplete');
    await mailbox.goTo('/auth/email-verification?mode=resetPassword', 'Choose a new password');
    await expect(mailbox.page.getByRole('link', { name: 'Request a new link' })).toBeVisible();
  });

  await test.step('the password of the demo data is restored for the other stories', async () => {
    // Last: a reset ends every session of the user.
    const email = 'office@summitroof.test';
    await askProvider(url, 'sendOobCode', { requestType: 'PASSWORD_RESET', email });
    const code = new URL(await linkFor(mailbox, email, 'Reset password'), url).searchParams.get('oobCode');
    await askProvider(url, 'resetPassword', { oobCode: code, newPassword: seedPassword });
  });
});
