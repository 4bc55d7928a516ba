import { AuthError } from '../../../src/session/authErrors.ts';
import { type Person as Known, people, tokenOf } from '../../support/server/people.ts';
import { personKey } from './personKey.ts';

// Component tests use the real provider for the rest.
export * from '../../../src/session/firebase.ts';

/**
 * Replaces `src/session/firebase.ts`: a user of `tests/support/server/people.ts`, named in the storage, is signed in with a token like
 * those of the Auth emulator. The server verifies it as it verifies the emulator's.
 */
export type Person = { uid: string; email: string; emailVerified: boolean };
export type HeldToken = { uid: string; email: string; emailVerified: boolean; idToken: string; exp: number };

let known = (people as Record<string, Known>)[localStorage.getItem(personKey) ?? ''] ?? null;
let tell: (person: Person | null) => void = () => undefined;

function person(): Person | null {
  return known && { uid: known.uid, email: known.email, emailVerified: known.verified };
}

function token(): HeldToken | null {
  if (!known) return null;
  const now = Date.now();
  const { uid, email, verified } = known;
  return {
    uid,
    email,
    emailVerified: verified,
    idToken: tokenOf(known, now),
    exp: Math.floor(now / 1000) + 3540,
  };
}

/** Whether the sign-in of a new account has ended, as at Google once the server has changed the account: only another one reads it. */
let isEnded = false;

export const currentUser = person;
export const reloadUser = async () => {
  if (isEnded) throw new AuthError('auth/user-token-expired');
  return person();
};
export const isProviderLoaded = () => true;
export const readToken = async () => token();

export function onUser(listener: (person: Person | null) => void): () => void {
  tell = listener;
  listener(person());
  return () => undefined;
}

export function followTokens(listener: (token: HeldToken) => void): () => void {
  const held = token();
  if (held) listener(held);
  return () => undefined;
}

export async function signInWithPassword(email: string): Promise<Person> {
  known = Object.values<Known>(people).find((one) => one.email === email) ?? null;
  const entered = person();
  if (!entered) throw new Error('Nobody has this address.');
  isEnded = false;
  return entered;
}

/** The addresses whose account a try has created whose response was lost. */
export const createdBefore = new Set<string>();

/** Creates the account of a user who has one already, so that the server knows them. */
export async function createAccount(email: string): Promise<Person> {
  if (createdBefore.has(email)) throw new AuthError('auth/email-already-in-use');
  const created = await signInWithPassword(email);
  isEnded = true;
  return created;
}

/** The addresses to which a verification email was sent. */
export const verificationsSent: string[] = [];

export async function sendVerification(): Promise<void> {
  verificationsSent.push(person()?.email ?? '');
}

/** The codes that were used up. */
export const usedCodes: string[] = [];

/** Takes a code's own text for what it is for. */
export const checkCode = async (code: string) => ({ operation: code, email: people.client.email });

export async function applyCode(code: string): Promise<void> {
  usedCodes.push(code);
}

let isReached = false;

/** Accepts every code of a reset email as the client's, but `offline` at first, as without a connection. */
export const emailOfReset = async (code: string) => {
  const isRefused = code === 'offline' && !isReached;
  isReached ||= isRefused;
  if (isRefused) throw new AuthError('auth/network-request-failed');
  return people.client.email;
};

export async function signOutUser(): Promise<void> {
  known = null;
  tell(null);
}
