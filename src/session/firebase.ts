import { initializeApp } from 'firebase/app';
import {
  applyActionCode,
  browserLocalPersistence,
  checkActionCode,
  confirmPasswordReset,
  connectAuthEmulator,
  createUserWithEmailAndPassword,
  EmailAuthProvider,
  indexedDBLocalPersistence,
  initializeAuth,
  inMemoryPersistence,
  onAuthStateChanged,
  onIdTokenChanged,
  reauthenticateWithCredential,
  sendEmailVerification,
  sendPasswordResetEmail,
  setPersistence,
  signInWithEmailAndPassword,
  signOut,
  type User,
  updatePassword,
  verifyPasswordResetCode,
} from 'firebase/auth';
import { canOpenDatabases, storageLost } from '../storage.ts';
import { sleep, withTimeout } from '../timing.ts';
import { AuthError, toAuthError } from './authErrors.ts';
import { checkProviderResponses } from './providerResponses.ts';
import { rememberedUser } from './remembered.ts';
import { usesEmulator } from './usesEmulator.ts';

/** The only module that imports the identity provider. Everything it throws is an `AuthError`. */

export type SignedInUser = { uid: string; email: string; emailVerified: boolean };

checkProviderResponses();

const env = import.meta.env;

const auth = initializeAuth(
  initializeApp(
    usesEmulator
      ? { projectId: 'demo-ev-jobs', apiKey: 'emulator' }
      : { projectId: env.FIREBASE_PROJECT_ID ?? '', apiKey: env.FIREBASE_API_KEY ?? '' },
  ),
  // IndexedDB first: a service worker can read it too.
  { persistence: [indexedDBLocalPersistence, browserLocalPersistence] },
);
// The server passes the emulator's paths on, so that the app talks to one origin only.
if (usesEmulator) connectAuthEmulator(auth, location.origin, { disableWarnings: true });

const emailOf = ({ email }: User): string => (email ?? '').toLowerCase();

function userOf(user: User | null): SignedInUser | null {
  return user && { uid: user.uid, email: emailOf(user), emailVerified: user.emailVerified };
}

async function orAuthError<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw toAuthError(error);
  }
}

/** Returns the signed-in user once the SDK has read who that is; before, it says that nobody is. */
async function readUser(): Promise<User | null> {
  await auth.authStateReady();
  return auth.currentUser;
}

async function signedIn(): Promise<User> {
  const user = await readUser();
  if (!user) throw new AuthError('auth/no-current-user');
  return user;
}

const storageTimeoutMs = 10_000;

/** @throws what the browser does where it lets nothing be stored */
function mustStore(): void {
  const probe = 'probe';
  localStorage.setItem(probe, probe);
  localStorage.removeItem(probe);
}

/**
 * Makes the sign-in outlast the window. Where that is impossible, it is logged and the app continues (§8).
 *
 * @throws AuthError `storage-timeout` where IndexedDB does not respond: the provider's SDK waits for it without a limit
 */
async function persistSignIn(): Promise<void> {
  const hasDatabases = await withTimeout(
    canOpenDatabases().catch(() => false),
    storageTimeoutMs,
    () => {
      throw new AuthError('storage-timeout');
    },
  );
  try {
    // The SDK does not try what it is told to store in, and the sign-in would fail in its place.
    if (!hasDatabases) mustStore();
    await setPersistence(auth, hasDatabases ? indexedDBLocalPersistence : browserLocalPersistence);
  } catch (error) {
    console.warn('The sign-in cannot be stored in this browser, and ends with this page:', error);
    await setPersistence(auth, inMemoryPersistence);
  }
}

/** Whether `auth` knows who is signed in; the SDK has no such property. */
let isLoaded = false;

/** The SDK has found nobody, and could not open its database, in which the remembered user may be. */
let isDoubtful = false;
const probeLimitMs = 1000;
const mostProbes = 5;

/**
 * Tells whether nobody is signed in, though a user is remembered: the SDK takes a database that it cannot open for an empty one. Once the
 * database opens again, only another page has the SDK read it.
 */
async function isNobodyCertain(): Promise<boolean> {
  if (typeof indexedDB === 'undefined') return true;
  for (let probes = 0; probes < mostProbes; probes += 1) {
    const opens = canOpenDatabases().catch(() => false);
    if (await withTimeout(opens, probeLimitMs, () => false)) {
      if (probes > 0) storageLost.set(true);
      return probes === 0;
    }
    await sleep(probeLimitMs);
  }
  // Denied, not lost.
  return true;
}

/** Calls a listener with who is signed in: first when that is known, then with every change of user. */
export function onUser(listener: (person: SignedInUser | null) => void): () => void {
  let isFirst = true;
  return onAuthStateChanged(auth, async (user) => {
    isDoubtful = isFirst && !user && rememberedUser() !== null;
    isFirst = false;
    if (isDoubtful) {
      const isCertain = await isNobodyCertain();
      // Somebody may have signed in meanwhile.
      if (!isCertain || !isDoubtful) return;
      isDoubtful = false;
    }
    // The SDK calls its listeners before it resolves `authStateReady`.
    isLoaded = true;
    listener(userOf(user));
  });
}

export function currentUser(): SignedInUser | null {
  return userOf(auth.currentUser);
}

auth.authStateReady().then(
  () => {
    isLoaded = true;
  },
  () => undefined,
);

/** Tells whether the provider knows who is signed in. On a connection that hangs, that takes a minute. */
export function isProviderLoaded(): boolean {
  return isLoaded;
}

/** A user's token and its claims; `exp` in seconds. */
export type UserToken = { uid: string; email: string; idToken: string; exp: number };
/** `emailVerified` as the server reads it: a user may be verified whose token does not say so yet. */
export type NewToken = UserToken & { emailVerified: boolean };

async function tokenOf(user: User, renew: boolean): Promise<NewToken> {
  const { token, expirationTime, claims } = await user.getIdTokenResult(renew);
  return {
    uid: user.uid,
    email: emailOf(user),
    emailVerified: claims.email_verified === true,
    idToken: token,
    exp: Date.parse(expirationTime) / 1000,
  };
}

/** Returns the signed-in user's token; null when nobody is signed in; `later` when the provider does not respond. */
export async function readToken(renew = false): Promise<UserToken | null | 'later'> {
  try {
    const user = await readUser();
    if (isDoubtful) return 'later';
    return user && (await tokenOf(user, renew));
  } catch {
    // A refusal of the account itself has signed the user out.
    return auth.currentUser ? 'later' : null;
  }
}

/** Calls a listener with every new token of the signed-in user. @returns a function that stops it */
export function followTokens(listener: (token: NewToken) => void): () => void {
  return onIdTokenChanged(auth, (user) => {
    if (user) tokenOf(user, false).then(listener, () => undefined);
  });
}

/**
 * Reads the signed-in user again, for example whether the email is verified by now. The token is renewed unless it says the same.
 *
 * @throws AuthError also while it is not certain that nobody is signed in
 */
export async function reloadUser(): Promise<SignedInUser | null> {
  const user = await readUser();
  if (isDoubtful) throw new AuthError('auth/network-request-failed');
  if (!user) return null;
  await orAuthError(user.reload());
  // By the token itself: an earlier renewal may have failed.
  const { emailVerified } = await orAuthError(tokenOf(user, false));
  if (emailVerified !== user.emailVerified) await orAuthError(user.getIdToken(true));
  return userOf(user);
}

export async function createAccount(email: string, password: string): Promise<SignedInUser> {
  await persistSignIn();
  const { user } = await orAuthError(createUserWithEmailAndPassword(auth, email, password));
  return userOf(user) as SignedInUser;
}

export async function signInWithPassword(email: string, password: string): Promise<SignedInUser> {
  await persistSignIn();
  const { user } = await orAuthError(signInWithEmailAndPassword(auth, email, password));
  return userOf(user) as SignedInUser;
}

/** Signs this user out; another who has signed in meanwhile stays. */
export async function signOutUser(uid: string): Promise<void> {
  if ((await readUser())?.uid === uid) await orAuthError(signOut(auth));
}

export async function sendVerification(): Promise<void> {
  return orAuthError(sendEmailVerification(await signedIn()));
}

/** Returns what the code of an email is for (`VERIFY_EMAIL`, …) and the address its account has afterwards. The code stays unused. */
export async function checkCode(code: string): Promise<{ operation: string; email: string }> {
  const { operation, data } = await orAuthError(checkActionCode(auth, code));
  return { operation, email: data.email ?? '' };
}

/** Applies the code of an email: verifies, restores or changes an address. */
export function applyCode(code: string): Promise<void> {
  return orAuthError(applyActionCode(auth, code));
}

export function sendReset(email: string): Promise<void> {
  return orAuthError(sendPasswordResetEmail(auth, email));
}

/** Returns the address of the account whose password the code of a reset email may change. */
export function emailOfReset(code: string): Promise<string> {
  return orAuthError(verifyPasswordResetCode(auth, code));
}

export function resetPassword(code: string, password: string): Promise<void> {
  return orAuthError(confirmPasswordReset(auth, code, password));
}

/** Changes the password. The provider requires a recent sign-in for it, hence the current password. */
export async function changePassword(current: string, next: string): Promise<void> {
  const user = await signedIn();
  await orAuthError(
    reauthenticateWithCredential(user, EmailAuthProvider.credential(user.email ?? '', current)),
  );
  await orAuthError(updatePassword(user, next));
}
