import { AuthError } from './authErrors.ts';
import {
  applyCode,
  createAccount,
  currentPerson,
  enter,
  mailReset,
  mailVerification,
  replacePassword,
  resetPassword,
} from './firebase.ts';
import { noteEntered, refresh, settleAfter } from './session.ts';

/** What people do at the identity provider by a form. Each throws an `AuthError`. */

export { emailOfReset } from './firebase.ts';

/** Seldom anything is to be forgotten: it is a part of its own. Without it nobody comes in beside what others left here. */
async function loadForgetting() {
  try {
    return (await import('./forgetPerson.ts')).forgetOthers;
  } catch (error) {
    throw new AuthError('auth/network-request-failed', { cause: error });
  }
}

export function signIn(email: string, password: string): Promise<void> {
  return settleAfter(async () => {
    const forgetOthers = await loadForgetting();
    const person = await enter(email, password);
    noteEntered(person);
    await forgetOthers(person);
    return person;
  });
}

/**
 * Makes an account and mails the verification. The account stands even if the letter could not be sent: it can be sent
 * again from the next screen.
 */
export function signUp(email: string, password: string): Promise<void> {
  return settleAfter(async () => {
    const forgetOthers = await loadForgetting();
    const person = await createAccount(email, password);
    await forgetOthers(person);
    await mailVerification().catch((error: unknown) => console.warn('The verification was not sent:', error));
    return person;
  });
}

/** Mails the verification once more. */
export function sendVerification(): Promise<void> {
  return mailVerification();
}

/** Carries out the code of a verification letter, and lets the person on if it was theirs. */
export async function applyVerification(code: string): Promise<void> {
  await applyCode(code);
  if (currentPerson()) await refresh();
}

export function sendReset(email: string): Promise<void> {
  return mailReset(email);
}

export function confirmReset(code: string, password: string): Promise<void> {
  return resetPassword(code, password);
}

/** The present password may be wrong, the new one too weak. */
export function changePassword(current: string, next: string): Promise<void> {
  return replacePassword(current, next);
}
