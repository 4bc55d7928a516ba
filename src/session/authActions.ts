import { AuthError } from './authErrors.ts';
import {
  applyCode,
  checkCode,
  createAccount,
  currentUser,
  resetPassword,
  sendVerification,
  signInWithPassword,
} from './firebase.ts';
import { purgeOthers } from './purgeStores.ts';
import { announceSignIn, refresh, updateSessionAfter } from './session.ts';

/** The actions of the access flow's forms at the identity provider. Each function throws an `AuthError`. */

export { changePassword, emailOfReset, sendReset, sendVerification } from './firebase.ts';

export function signIn(email: string, password: string): Promise<void> {
  return updateSessionAfter(async () => {
    const person = await signInWithPassword(email, password);
    announceSignIn(person);
    await purgeOthers(person);
    return person;
  });
}

/**
 * Creates an account, has its profile stored, and sends the verification email unless the address is proven by then. Where that fails,
 * the next screen can send it again.
 *
 * @param store sends the profile; resolves with whether the address is verified
 */
export function signUp(email: string, password: string, store: () => Promise<boolean>): Promise<void> {
  return updateSessionAfter(async () => {
    const person = await createAccount(email, password);
    await purgeOthers(person);
    const isProven = await store().catch((error: unknown) => {
      console.warn('The profile was not stored, and stays on this device:', error);
      return false;
    });
    // Signed in anew: the server's change of the account may have ended this sign-in.
    const proven = isProven ? await signInWithPassword(email, password).catch(() => null) : null;
    if (proven?.emailVerified) return proven;
    await sendVerification().catch((error: unknown) => console.warn('The verification was not sent:', error));
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
