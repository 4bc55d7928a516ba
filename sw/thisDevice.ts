import { browserWorld } from '../src/outbox/browserWorld.ts';
import { Database } from '../src/outbox/database.ts';
import { mirroredToken } from '../src/outbox/signOut.ts';
import type { World } from '../src/outbox/world.ts';

/** The browser as the worker has it: who is signed in, it reads where the pages write it down. */
export const world: World = browserWorld(() => mirroredToken(db, world));

const db: Database = new Database(world);

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

/** The e-mail of the person signed in on this device; empty while nobody is, and where that cannot be read. */
export async function emailHere(): Promise<string> {
  try {
    const session = await db.read(['session'], (tx) => tx.objectStore('session').get('current'));
    return session?.uid ? session.email : '';
  } catch {
    return '';
  }
}

/**
 * Opens a cache of somebody's and keeps something in it, unless they have signed out. Looks again afterwards: who signed out
 * in between has deleted the cache, and it must not be there once more.
 */
export async function keepFor(
  uid: string,
  cacheName: string,
  work: (cache: Cache) => Promise<void>,
): Promise<void> {
  if (!(await isSignedIn(uid))) return;
  try {
    await work(await caches.open(cacheName));
  } finally {
    if (!(await isSignedIn(uid))) await caches.delete(cacheName);
  }
}
