import { expect, test } from 'vitest';
import { AuthError, toAuthError } from '../../../src/session/authErrors.ts';

function refusal(code: string) {
  return toAuthError(Object.assign(new Error(`Firebase: ${code}`), { code }));
}

test.each([
  ['auth/wrong-password', 'Incorrect password. Try again.', 'password'],
  ['auth/user-not-found', 'We couldn’t find an account with this email address.', 'email'],
  [
    'auth/email-already-in-use',
    'An account with this email address already exists. Sign in instead.',
    'email',
  ],
  ['auth/weak-password', 'This password is too easy to guess. Try a longer one.', 'password'],
  ['auth/invalid-credential', 'That email or password is incorrect.', undefined],
  ['auth/too-many-requests', 'Too many attempts. Wait a few minutes, then try again.', undefined],
  [
    'auth/network-request-failed',
    'Couldn’t reach the sign-in service. Check your connection and try again.',
    undefined,
  ],
  ['auth/expired-action-code', 'This link has expired. Request a new one.', undefined],
  [
    'auth/invalid-action-code',
    'This link was already used or replaced by a newer one. Request a new link.',
    undefined,
  ],
  [
    'auth/multi-factor-auth-required',
    'Your account uses a second sign-in step, which EV Jobs can’t ask for. Ask your EV representative to turn it off for your account.',
    undefined,
  ],
  ['auth/invalid-user-token', 'Your session has expired. Sign in again.', undefined],
  [
    'auth/unauthorized-domain',
    'The sign-in service isn’t set up correctly for this website. Contact your EV representative.',
    undefined,
  ],
  [
    'auth/captcha-check-failed',
    'Couldn’t confirm that you’re not a robot. Turn off content blockers for EV Jobs, reload the page, then try again.',
    undefined,
  ],
  ['auth/something-new', 'Something went wrong with the sign-in service. Try again.', undefined],
])('%s becomes a sentence and names its field', (code, message, field) => {
  const error = refusal(code);
  expect(error).toBeInstanceOf(AuthError);
  expect(error.message).toBe(message);
  expect(error.code).toBe(code);
  expect(error.issues).toEqual(field ? [{ field, message }] : []);
});

test('an error that is not the provider’s becomes a sentence too', () => {
  expect(toAuthError('odd').message).toBe('Something went wrong with the sign-in service. Try again.');
});
