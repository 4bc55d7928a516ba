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
import { withTimeout } from '../timing.ts';
import { AuthError, wordsOf } from './authErrors.ts';
import { judgeProviderAnswers } from './providerAnswers.ts';

/** The one place that knows the identity provider. Everything it throws is an `AuthError`, in words. */

export type Person = { uid: string; email: string; emailVerified: boolean };

judgeProviderAnswers();

const env = import.meta.env;
const emulated = !env.FIREBASE_PROJECT_ID;

const auth = initializeAuth(
  initializeApp(
    emulated
      ? { projectId: 'demo-ev-jobs', apiKey: 'emulator' }
      : {
          projectId: env.FIREBASE_PROJECT_ID,
          apiKey: env.FIREBASE_API_KEY ?? '',
          authDomain: env.FIREBASE_AUTH_DOMAIN ?? '',
          appId: env.FIREBASE_APP_ID ?? '',
        },
  ),
  // IndexedDB first, because a service worker can read it too.
  { persistence: [indexedDBLocalPersistence, browserLocalPersistence] },
);
// The server passes the emulator's paths on, so that the app talks to one origin only.
if (emulated) connectAuthEmulator(auth, location.origin, { disableWarnings: true });

function personOf(user: User | null): Person | null {
  return (
    user && { uid: user.uid, email: (user.email ?? '').toLowerCase(), emailVerified: user.emailVerified }
  );
}

async function inWords<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw wordsOf(error);
  }
}

function signedIn(): User {
  if (!auth.currentUser) throw new AuthError('auth/no-current-user');
  return auth.currentUser;
}

/** Whether this browser lets us keep anything in IndexedDB: some have it, and refuse to open it. */
function canKeepDatabases(): Promise<boolean> {
  const probe = 'probe';
  return new Promise((resolve) => {
    const opening = indexedDB.open(probe);
    opening.onerror = () => resolve(false);
    opening.onsuccess = () => {
      opening.result.close();
      indexedDB.deleteDatabase(probe);
      resolve(true);
    };
  });
}

const storageLimitMs = 10_000;

/**
 * The sign-in shall outlast the window. Where that cannot be, it is logged and the app continues (§8).
 *
 * @throws AuthError where IndexedDB does not answer: the provider's SDK waits for it without a limit
 */
async function keepSignedIn(): Promise<void> {
  const isKept = await withTimeout(
    canKeepDatabases().catch(() => false),
    storageLimitMs,
    () => {
      throw new AuthError('storage-timeout');
    },
  );
  try {
    await setPersistence(auth, isKept ? indexedDBLocalPersistence : browserLocalPersistence);
  } catch (error) {
    console.warn('The sign-in cannot be kept in this browser:', error);
  }
}

/** Of the provider's one `auth`, which has no such question itself. */
let loaded = false;

/** Tells who is signed in, first when that is known, then with every change of person. */
export function onPerson(listener: (person: Person | null) => void): () => void {
  return onAuthStateChanged(auth, (user) => {
    // The provider tells its listeners before those who wait for it.
    loaded = true;
    listener(personOf(user));
  });
}

export function currentPerson(): Person | null {
  return personOf(auth.currentUser);
}

auth.authStateReady().then(
  () => {
    loaded = true;
  },
  () => undefined,
);

/** Whether the provider has said who is signed in. On a line that hangs, that takes it a minute. */
export function isProviderLoaded(): boolean {
  return loaded;
}

/** A person's token with what it says; `exp` in seconds. */
export type HeldToken = { uid: string; email: string; idToken: string; exp: number };

async function heldTokenOf(user: User, renew: boolean): Promise<HeldToken> {
  const { token, expirationTime } = await user.getIdTokenResult(renew);
  return {
    uid: user.uid,
    email: (user.email ?? '').toLowerCase(),
    idToken: token,
    exp: Date.parse(expirationTime) / 1000,
  };
}

/** The signed-in person's token; null when nobody is signed in; `later` when the provider does not answer. */
export async function readToken(renew = false): Promise<HeldToken | null | 'later'> {
  try {
    await auth.authStateReady();
    return auth.currentUser && (await heldTokenOf(auth.currentUser, renew));
  } catch {
    return 'later';
  }
}

/** Tells every new token of whoever is signed in. @returns what stops it */
export function followTokens(listener: (token: HeldToken) => void): () => void {
  return onIdTokenChanged(auth, (user) => {
    if (user) heldTokenOf(user, false).then(listener, () => undefined);
  });
}

/** Asks the provider anew, e.g. whether the e-mail is verified by now; the token then says the same. */
export async function reloadPerson(): Promise<Person | null> {
  const user = auth.currentUser;
  if (!user) return null;
  const before = user.emailVerified;
  await inWords(user.reload());
  if (user.emailVerified && !before) await inWords(user.getIdToken(true));
  return personOf(user);
}

export async function createAccount(email: string, password: string): Promise<Person> {
  await keepSignedIn();
  const { user } = await inWords(createUserWithEmailAndPassword(auth, email, password));
  return personOf(user) as Person;
}

export async function enter(email: string, password: string): Promise<Person> {
  await keepSignedIn();
  const { user } = await inWords(signInWithEmailAndPassword(auth, email, password));
  return personOf(user) as Person;
}

/** Signs this person out; whoever else has signed in meanwhile stays. */
export async function leave(uid: string): Promise<void> {
  await auth.authStateReady();
  if (auth.currentUser?.uid === uid) await inWords(signOut(auth));
}

export function mailVerification(): Promise<void> {
  return inWords(sendEmailVerification(signedIn()));
}

/** Returns what the code of an email is for (`VERIFY_EMAIL`, …) and the address its account has afterwards. It stays unused. */
export async function checkCode(code: string): Promise<{ operation: string; email: string }> {
  const { operation, data } = await inWords(checkActionCode(auth, code));
  return { operation, email: data.email ?? '' };
}

/** Carries out the code of an email: verifies, restores or changes an address. */
export function applyCode(code: string): Promise<void> {
  return inWords(applyActionCode(auth, code));
}

export function mailReset(email: string): Promise<void> {
  return inWords(sendPasswordResetEmail(auth, email));
}

/** @returns the e-mail whose password the code of a reset letter may change */
export function emailOfReset(code: string): Promise<string> {
  return inWords(verifyPasswordResetCode(auth, code));
}

export function resetPassword(code: string, password: string): Promise<void> {
  return inWords(confirmPasswordReset(auth, code, password));
}

/** The provider wants a recent sign-in for this, so the present password is asked for. */
export async function replacePassword(current: string, next: string): Promise<void> {
  const user = signedIn();
  await inWords(reauthenticateWithCredential(user, EmailAuthProvider.credential(user.email ?? '', current)));
  await inWords(updatePassword(user, next));
}
