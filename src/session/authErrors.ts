import type { FieldIssue } from '../contract/errors.ts';

type Refusal = { message: string; field?: 'email' | 'password' };

const wrongPair: Refusal = { message: 'The e-mail or the password is not right.' };
const usedCode: Refusal = {
  message: 'This link was used already, or a newer one was sent. Please ask for a new one.',
};

/** The messages of the identity provider's codes, and the field that is to blame. */
const refusals: Readonly<Record<string, Refusal>> = {
  'auth/wrong-password': { message: 'The password is not right.', field: 'password' },
  'auth/invalid-credential': wrongPair,
  'auth/invalid-login-credentials': wrongPair,
  'auth/user-not-found': { message: 'There is no account for this e-mail address.', field: 'email' },
  'auth/user-disabled': { message: 'This account has been switched off. Please ask us why.' },
  'auth/email-already-in-use': {
    message: 'There is an account for this e-mail address already. Please sign in instead.',
    field: 'email',
  },
  'auth/invalid-email': { message: 'This is not a valid e-mail address.', field: 'email' },
  'auth/missing-email': { message: 'Please give your e-mail address.', field: 'email' },
  'auth/missing-password': { message: 'Please give a password.', field: 'password' },
  'auth/weak-password': {
    message: 'This password is too easy to guess. Please choose a longer one.',
    field: 'password',
  },
  'auth/password-does-not-meet-requirements': {
    message: 'This password does not meet the rules of the sign-in service. Please choose a longer one.',
    field: 'password',
  },
  'auth/too-many-requests': { message: 'Too many attempts. Please wait a few minutes, then try again.' },
  'auth/quota-exceeded': { message: 'Too many letters were sent today. Please try again tomorrow.' },
  'auth/network-request-failed': {
    message: 'The sign-in service cannot be reached. Please check the connection and try again.',
  },
  'auth/timeout': { message: 'The sign-in service took too long to answer. Please try again.' },
  'auth/expired-action-code': { message: 'This link is too old. Please ask for a new one.' },
  'auth/invalid-action-code': usedCode,
  'auth/missing-action-code': { message: 'This link is not complete. Please open it again from the email.' },
  'auth/requires-recent-login': { message: 'Please sign in again first.' },
  'auth/user-mismatch': { message: 'This is the password of another account.', field: 'password' },
  'auth/user-token-expired': { message: 'Your sign-in has ended. Please sign in again.' },
  'auth/no-current-user': { message: 'Please sign in first.' },
  'auth/operation-not-allowed': {
    message: 'Signing in by e-mail and password is switched off at the sign-in service.',
  },
  'auth/web-storage-unsupported': {
    message: 'This browser keeps no data for us, so signing in is not possible.',
  },
  'storage-timeout': {
    message:
      'The storage of this browser does not answer. Please close the other windows of EV Jobs, or restart the browser, and try again.',
  },
};

const otherRefusal: Refusal = { message: 'The sign-in service answered with an error. Please try again.' };

const temporary = ['auth/network-request-failed', 'auth/timeout'];

/** A refusal of the identity provider. Screens read `code`; forms show `issues` beside their fields. */
export class AuthError extends Error {
  readonly code: string;
  readonly issues: readonly FieldIssue[];

  constructor(code: string, options?: ErrorOptions) {
    const { message, field } = refusals[code] ?? otherRefusal;
    super(message, options);
    this.name = 'AuthError';
    this.code = code;
    this.issues = field ? [{ field, message }] : [];
  }

  /** Tells whether the provider was not reached, so that a retry may succeed. */
  get isTemporary(): boolean {
    return temporary.includes(this.code);
  }
}

/** Converts any error of the provider into an `AuthError`. */
export function toAuthError(error: unknown): AuthError {
  if (error instanceof AuthError) return error;
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
  return new AuthError(code, { cause: error });
}
