import { openResponses, purgeResponses } from '../src/offline/responses.ts';
import { Database } from '../src/outbox/records/database.ts';
import type { Environment } from '../src/outbox/records/environment.ts';
import { mirroredToken } from '../src/outbox/records/sessionJournal.ts';
import { browserEnvironment } from '../src/outbox/sending/browserEnvironment.ts';

/** The outbox's environment in the worker, with the token that the pages mirror. */
export const env: Environment = browserEnvironment(() => mirroredToken(db, env));

export const db: Database = new Database(env);

/**
 * Returns the user signed in on this device. Its fields are empty while nobody is, and where that cannot be read: a newer version of the
 * app may have changed the database, and then this worker stores nothing more.
 */
export async function userHere(): Promise<{ uid: string; email: string }> {
  try {
    const session = await db.read(['session'], (tx) => tx.objectStore('session').get('current'));
    return session ?? nobody;
  } catch {
    return nobody;
  }
}

const nobody = { uid: '', email: '' };

export async function isSignedIn(uid: string): Promise<boolean> {
  return uid !== '' && (await userHere()).uid === uid;
}

/**
 * Stores data of a user, unless they have signed out. Checks again afterwards: a sign-out in between has purged their stores, which must
 * not be there once more.
 *
 * @param undo removes the store as a whole
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
