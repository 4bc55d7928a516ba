import { AuthError } from './authErrors.ts';
import {
  applyCode,
  checkCode,
  createAccount,
  currentPerson,
  enter,
  mailReset,
  mailVerification,
  replacePassword,
  resetPassword,
} from './firebase.ts';
import { purgeOthers } from './purgeStores.ts';
import { noteEntered, refresh, settleAfter } from './session.ts';

/** What people do at the identity provider by a form. Each throws an `AuthError`. */

export { emailOfReset } from './firebase.ts';

export function signIn(email: string, password: string): Promise<void> {
  return settleAfter(async () => {
    const person = await enter(email, password);
    noteEntered(person);
    await purgeOthers(person);
    return person;
  });
}

/**
 * Makes an account and mails the verification. The account stands even if the letter could not be sent: it can be sent
 * again from the next screen.
 */
export function signUp(email: string, password: string): Promise<void> {
  return settleAfter(async () => {
    const person = await createAccount(email, password);
    await purgeOthers(person);
    await mailVerification().catch((error: unknown) => console.warn('The verification was not sent:', error));
    return person;
  });
}

/** Mails the verification once more. */
export function sendVerification(): Promise<void> {
  return mailVerification();
}

/** Links of the provider's emails that are carried out as they are opened: their `mode`, and what their code must be for. */
const operations = {
  verifyEmail: 'VERIFY_EMAIL',
  recoverEmail: 'RECOVER_EMAIL',
  verifyAndChangeEmail: 'VERIFY_AND_CHANGE_EMAIL',
} as const;
type EmailLinkMode = keyof typeof operations;

export function isEmailLinkMode(mode: string | undefined): mode is EmailLinkMode {
  return mode !== undefined && Object.hasOwn(operations, mode);
}

/** A link that was carried out; `email` is the address of its account from now on. */
export type AppliedLink = { mode: EmailLinkMode; email: string };

/** Looks again who is signed in: the account may be verified now, have another address, or ask for a new sign-in. */
async function refreshSignedIn(): Promise<void> {
  if (!currentPerson()) return;
  await refresh().catch(() => settleAfter(async () => currentPerson()));
}

async function applyOnce(mode: EmailLinkMode, code: string): Promise<AppliedLink> {
  const { operation, email } = await checkCode(code);
  if (operation !== operations[mode]) throw new AuthError('auth/invalid-action-code');
  await applyCode(code);
  await refreshSignedIn();
  return { mode, email };
}

/** Links carried out since the page was loaded. A code works once, and what is read is forgotten when the session changes. */
const applied = new Map<string, Promise<AppliedLink>>();

/** Carries out a link of the provider's emails, once however often it is asked for, and lets the user on if it was theirs. */
export function applyEmailLink(mode: EmailLinkMode, code: string): Promise<AppliedLink> {
  const before = applied.get(code);
  if (before) return before;
  const now = applyOnce(mode, code);
  applied.set(code, now);
  now.catch((error: unknown) => {
    if (error instanceof AuthError && error.isTemporary) applied.delete(code);
  });
  return now;
}

export function sendReset(email: string): Promise<void> {
  return mailReset(email);
}

/** Sets the password of the account that a reset email's code belongs to. It ends the sign-ins of that account. */
export async function confirmReset(code: string, password: string): Promise<void> {
  await resetPassword(code, password);
  await refreshSignedIn();
}

/** The present password may be wrong, the new one too weak. */
export function changePassword(current: string, next: string): Promise<void> {
  return replacePassword(current, next);
}
