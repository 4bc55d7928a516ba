import type { FieldIssue } from '../contract/errors.ts';

type Refusal = { message: string; field?: 'email' | 'password' };

const wrongPair: Refusal = { message: 'That email or password is incorrect.' };
const usedCode: Refusal = {
  message: 'This link was already used or replaced by a newer one. Request a new link.',
};

const expired: Refusal = { message: 'Your session has expired. Sign in again.' };
const notSetUp: Refusal = {
  message: 'The sign-in service isn’t set up correctly for this website. Contact your EV representative.',
};
const notHuman: Refusal = {
  message:
    'Couldn’t confirm that you’re not a robot. Turn off content blockers for EV Jobs, reload the page, then try again.',
};
const storageBlocked: Refusal = {
  message:
    'Your browser is blocking site data, so you can’t sign in. Allow site data for EV Jobs, then try again.',
};

function same(refusal: Refusal, ...names: string[]): Record<string, Refusal> {
  return Object.fromEntries(names.map((name) => [`auth/${name}`, refusal]));
}

/** The messages of the identity provider's codes, and the fields to show them at. */
const refusals: Readonly<Record<string, Refusal>> = {
  ...same(
    {
      message:
        'Your account uses a second sign-in step, which EV Jobs can’t ask for. Ask your EV representative to turn it off for your account.',
    },
    'multi-factor-auth-required',
  ),
  ...same(expired, 'user-token-expired', 'invalid-user-token', 'user-signed-out', 'null-user'),
  ...same(
    notSetUp,
    'admin-restricted-operation',
    'api-key-not-valid.-please-pass-a-valid-api-key.',
    'app-deleted',
    'app-not-authorized',
    'configuration-not-found',
    'firebase-app-check-token-is-invalid.',
    'invalid-api-key',
    'invalid-continue-uri',
    'invalid-tenant-id',
    'missing-continue-uri',
    'tenant-id-mismatch',
    'unauthorized-continue-uri',
    'unauthorized-domain',
    'unsupported-tenant-operation',
  ),
  ...same(
    notHuman,
    'captcha-check-failed',
    'invalid-app-credential',
    'invalid-recaptcha-action',
    'invalid-recaptcha-token',
    'missing-recaptcha-token',
    'recaptcha-not-enabled',
  ),
  ...same(
    storageBlocked,
    'web-storage-unsupported',
    'operation-not-supported-in-this-environment',
    'unsupported-persistence-type',
  ),
  'auth/email-change-needs-verification': { message: 'Verify your email address first.' },
  'auth/wrong-password': { message: 'Incorrect password. Try again.', field: 'password' },
  'auth/invalid-credential': wrongPair,
  'auth/invalid-login-credentials': wrongPair,
  'auth/user-not-found': { message: 'We couldn’t find an account with this email address.', field: 'email' },
  'auth/user-disabled': { message: 'This account is disabled. Contact your EV representative.' },
  'auth/email-already-in-use': {
    message: 'An account with this email address already exists. Sign in instead.',
    field: 'email',
  },
  'auth/invalid-email': { message: 'Enter a valid email address.', field: 'email' },
  'auth/missing-email': { message: 'Enter your email address.', field: 'email' },
  'auth/missing-password': { message: 'Enter a password.', field: 'password' },
  'auth/weak-password': {
    message: 'This password is too easy to guess. Try a longer one.',
    field: 'password',
  },
  'auth/password-does-not-meet-requirements': {
    message: 'This password doesn’t meet the requirements. Try a longer one.',
    field: 'password',
  },
  'auth/too-many-requests': { message: 'Too many attempts. Wait a few minutes, then try again.' },
  'auth/insufficient-storage': {
    message: 'EV Jobs has no disk space left to save your account right now. Try again later.',
  },
  'auth/quota-exceeded': { message: 'The daily email limit was reached. Try again tomorrow.' },
  'auth/network-request-failed': {
    message: 'Couldn’t reach the sign-in service. Check your connection and try again.',
  },
  'auth/timeout': { message: 'The sign-in service took too long to respond. Try again.' },
  'auth/expired-action-code': { message: 'This link has expired. Request a new one.' },
  'auth/invalid-action-code': usedCode,
  'auth/missing-action-code': { message: 'This link is incomplete. Open it again from the email.' },
  'auth/requires-recent-login': { message: 'For your security, sign in again to continue.' },
  'auth/user-mismatch': {
    message: 'That password doesn’t match the account you’re signed in to.',
    field: 'password',
  },
  'auth/no-current-user': { message: 'Sign in to continue.' },
  'auth/operation-not-allowed': {
    message: 'Email sign-in is turned off. Contact your EV representative.',
  },
  'storage-timeout': {
    message:
      'Your browser’s storage isn’t responding. Close other EV Jobs windows or restart the browser, then try again.',
  },
};

const otherRefusal: Refusal = { message: 'Something went wrong with the sign-in service. Try again.' };

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
