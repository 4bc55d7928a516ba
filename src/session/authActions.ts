import { createStore } from '../store.ts';
import { AuthError } from './authErrors.ts';
import {
  applyCode,
  checkCode,
  createAccount,
  currentUser,
  resetPassword,
  type SignedInUser,
  sendVerification,
  signInWithPassword,
} from './firebase.ts';
import { purgeOthers } from './purgeStores.ts';
import { announceSignIn, refresh, updateSessionAfter } from './session.ts';

/** The actions of the access flow's forms at the identity provider. Each function throws an `AuthError`. */

export { changePassword, emailOfReset, sendReset, sendVerification } from './firebase.ts';

async function enter(email: string, password: string): Promise<SignedInUser> {
  const person = await signInWithPassword(email, password);
  announceSignIn(person);
  return person;
}

export function signIn(email: string, password: string): Promise<void> {
  return updateSessionAfter(async () => {
    const person = await enter(email, password);
    await purgeOthers(person);
    return person;
  });
}

/** The address of a sign-up to which the verification email could not be sent, until it is sent again; `''` without one. */
export const unsentVerification = createStore('');

/**
 * Creates an account, has its profile stored, and sends the verification email unless the address is proven by then. Where that fails,
 * the next screen can send it again.
 *
 * @param store sends the profile; resolves with whether the address is verified
 */
export function signUp(email: string, password: string, store: () => Promise<boolean>): Promise<void> {
  return updateSessionAfter(async () => {
    const person = await createAccount(email, password).catch((error: AuthError) => {
      if (error.code !== 'auth/email-already-in-use') throw error;
      // An earlier try whose response was lost has created it: its password is the same.
      return enter(email, password).catch(() => Promise.reject(error));
    });
    await purgeOthers(person);
    const isProven = await store().catch((error: unknown) => {
      console.warn('The profile was not stored, and stays on this device:', error);
      return false;
    });
    // Signed in anew: the server's change of the account may have ended this sign-in.
    const now = isProven ? await signInWithPassword(email, password).catch(() => person) : person;
    if (now.emailVerified) return now;
    await sendVerification().catch((error: unknown) => {
      console.warn('The verification was not sent:', error);
      unsentVerification.set(person.email);
    });
    return person;
  });
}

/** The links of emails that need no more than a button: their `mode`, and the operation that their code must be for. */
const operations = {
  verifyEmail: 'VERIFY_EMAIL',
  recoverEmail: 'RECOVER_EMAIL',
  verifyAndChangeEmail: 'VERIFY_AND_CHANGE_EMAIL',
} as const;
type EmailLinkMode = keyof typeof operations;

export function isEmailLinkMode(mode: string): mode is EmailLinkMode {
  return Object.hasOwn(operations, mode);
}

/** `email` is the address of the account from now on. */
export type AppliedLink = { mode: EmailLinkMode; email: string };

/** Reads the signed-in user again: the account may be verified now, have another address, or require a new sign-in. */
async function refreshSignedIn(): Promise<void> {
  if (!currentUser()) return;
  await refresh().catch(() => updateSessionAfter(async () => currentUser()));
}

async function applyEmailCode(mode: EmailLinkMode, code: string): Promise<AppliedLink> {
  const { operation, email } = await checkCode(code);
  if (operation !== operations[mode]) throw new AuthError('auth/invalid-action-code');
  await applyCode(code);
  await refreshSignedIn();
  return { mode, email };
}

/** The links applied since the page was loaded, by code. A code works once. */
const applied = new Map<string, Promise<AppliedLink>>();

/** Applies a link of the provider's emails once, however often it is called, and refreshes the session of its user. */
export function applyEmailLink(mode: EmailLinkMode, code: string): Promise<AppliedLink> {
  const earlier = applied.get(code);
  if (earlier) return earlier;
  const applying = applyEmailCode(mode, code);
  applied.set(code, applying);
  applying.catch((error: unknown) => {
    if (error instanceof AuthError && error.isTemporary) applied.delete(code);
  });
  return applying;
}

/** Sets the password of the account that a reset email's code belongs to. That ends the account's sessions. */
export async function confirmReset(code: string, password: string): Promise<void> {
  await resetPassword(code, password);
  await refreshSignedIn();
}
