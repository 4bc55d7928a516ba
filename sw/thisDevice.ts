import { openResponses, purgeResponses } from '../src/cache/responses.ts';
import { Database } from '../src/outbox/records/database.ts';
import { browserWorld } from '../src/outbox/sending/browserWorld.ts';
import type { World } from '../src/outbox/sending/world.ts';
import { mirroredToken } from '../src/outbox/signOut.ts';

/** The browser as the worker has it: who is signed in, it reads where the pages write it down. */
export const world: World = browserWorld(() => mirroredToken(db, world));

export const db: Database = new Database(world);

/**
 * Whether this person is the one signed in on this device. False also where that cannot be read: a newer version of the app
 * may have changed the database, and then this worker keeps nothing more.
 */
export async function isSignedIn(uid: string): Promise<boolean> {
  try {
    const session = await db.read(['session'], (tx) => tx.objectStore('session').get('current'));
    return session?.uid === uid;
  } catch {
    return false;
  }
}

/** The person signed in on this device; empty while nobody is, and where that cannot be read. */
export async function personHere(): Promise<{ uid: string; email: string }> {
  try {
    const session = await db.read(['session'], (tx) => tx.objectStore('session').get('current'));
    return session?.uid ? session : noPerson;
  } catch {
    return noPerson;
  }
}

const noPerson = { uid: '', email: '' };

/**
 * Stores something of a user's, unless they have signed out. Checks again afterwards: a sign-out in between has purged their stores,
 * and nothing of them must be there once more.
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
