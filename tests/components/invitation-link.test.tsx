import { afterEach, beforeAll, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { answering, field, goTo, marked, openApp } from './support/openApp.ts';

let restore: () => void = () => undefined;

beforeAll(() => openApp(null, '/auth/signin'));
afterEach(() => restore());

/** Opens the sign-up by the link of an invitation, for which the server returns this. */
async function opens(token: string, body: unknown): Promise<void> {
  restore = answering(new RegExp(`/users/invitation/${token}$`), async () => marked({ body }));
  await goTo(`/auth/signup?invitation=${token}`, 'Create account');
}

test.each([
  ['expired', { ended: 'EXPIRED' }, /^This invitation has expired\. Ask the person who invited you/],
  ['used', { ended: 'USED' }, /^This invitation was already used\. Sign in/],
  ['withdrawn', { ended: 'WITHDRAWN' }, /^This invitation was withdrawn\./],
  ['unknown', null, /^This invitation link doesn’t work\./],
])('the link of an invitation that is %s says so in plain words', async (token, body, sentence) => {
  await opens(token, body);
  await expect.element(page.getByText(sentence)).toBeVisible();
  await expect.element(field('Email')).toHaveValue('');
});

test('an invitation without names fills in the address, and leaves the names that were typed', async () => {
  await goTo('/auth/signup');
  await field('First name').fill('Iris');
  await opens('open', { email: 'iris@roofers.test', firstName: '', lastName: '', userType: 'CLIENT' });
  await expect.element(field('Email')).toHaveValue('iris@roofers.test');
  await expect.element(field('First name')).toHaveValue('Iris');
});
