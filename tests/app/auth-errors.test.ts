import { expect, test } from 'vitest';
import { AuthError, toAuthError } from '../../src/session/authErrors.ts';

function refusal(code: string) {
  return toAuthError(Object.assign(new Error(`Firebase: ${code}`), { code }));
}

test.each([
  ['auth/wrong-password', 'The password is not right.', 'password'],
  ['auth/user-not-found', 'There is no account for this e-mail address.', 'email'],
  [
    'auth/email-already-in-use',
    'There is an account for this e-mail address already. Please sign in instead.',
    'email',
  ],
  ['auth/weak-password', 'This password is too easy to guess. Please choose a longer one.', 'password'],
  ['auth/invalid-credential', 'The e-mail or the password is not right.', undefined],
  ['auth/too-many-requests', 'Too many attempts. Please wait a few minutes, then try again.', undefined],
  [
    'auth/network-request-failed',
    'The sign-in service cannot be reached. Please check the connection and try again.',
    undefined,
  ],
  ['auth/expired-action-code', 'This link is too old. Please ask for a new one.', undefined],
  [
    'auth/invalid-action-code',
    'This link was used already, or a newer one was sent. Please ask for a new one.',
    undefined,
  ],
  ['auth/something-new', 'The sign-in service answered with an error. Please try again.', undefined],
])('%s is said in words', (code, message, field) => {
  const error = refusal(code);
  expect(error).toBeInstanceOf(AuthError);
  expect(error.message).toBe(message);
  expect(error.code).toBe(code);
  expect(error.issues).toEqual(field ? [{ field, message }] : []);
});

test('what is no error of the provider is one in words too', () => {
  expect(toAuthError('odd').message).toBe('The sign-in service answered with an error. Please try again.');
});
