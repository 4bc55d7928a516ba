import { openResponses, purgeResponses } from '../src/offline/responses.ts';
import { Database } from '../src/outbox/records/database.ts';
import type { Environment } from '../src/outbox/records/environment.ts';
import { mirroredToken } from '../src/outbox/records/sessionJournal.ts';
import { browserEnvironment } from '../src/outbox/sending/browserEnvironment.ts';

/** The outbox's environment in the worker, with the token that the pages mirror. */
export const env: Environment = browserEnvironment(() => mirroredToken(db, env));

export const db: Database = new Database(env);

type User = { uid: string; email: string };

const nobody: User = { uid: '', email: '' };

async function readUser(): Promise<User> {
  return (await db.read(['session'], (tx) => tx.objectStore('session').get('current'))) ?? nobody;
}

/** Returns the user signed in on this device. Its fields are empty while nobody is, and where that cannot be read. */
export function userHere(): Promise<User> {
  return readUser().catch(() => nobody);
}

/**
 * Whether this user is signed in on this device.
 *
 * @throws where that cannot be read: a newer version of the app may have changed the database, or WebKit has lost it. It does not mean
 *   that the user has signed out
 */
export async function isSignedIn(uid: string): Promise<boolean> {
  return uid !== '' && (await readUser()).uid === uid;
}

/**
 * Stores data of a user, unless they have signed out. Checks again afterwards: a sign-out in between has purged their stores, which must
 * not be there once more.
 *
 * @param undo removes the store as a whole
 * @throws where it cannot be read who is signed in: nothing is stored then, and nothing removed
 */
export async function storeFor(
  uid: string,
  store: () => Promise<unknown>,
  undo: () => Promise<unknown>,
): Promise<void> {
  if (!(await isSignedIn(uid))) return;
  try {
    await store();
  } finally {
    if (!(await isSignedIn(uid))) await undo();
  }
}

/** Works on a user's response cache, as `storeFor`. */
export function withResponses(uid: string, work: (cache: Cache) => Promise<void>): Promise<void> {
  return storeFor(
    uid,
    async () => work(await openResponses(uid)),
    () => purgeResponses(uid),
  );
}
