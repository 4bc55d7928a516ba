import { isOfDevice, isOwnedBy, nothing, type Owner, purgeKeys, type Test, userSince } from './purge.ts';

/** Skips a store that the browser does not have. One that it denies has nothing in it, and is logged. */
async function ifAvailable(purge: () => Promise<void>): Promise<void> {
  try {
    await purge();
  } catch (error) {
    if (!(error instanceof ReferenceError || error instanceof TypeError)) {
      console.warn('This browser does not let its storage be cleared:', error);
    }
  }
}

async function deleteCaches(stays: Test): Promise<void> {
  const names = await caches.keys();
  await Promise.all(names.map((name) => !isOfDevice(name) && !stays(name) && caches.delete(name)));
}

/** Purges the caches: the response cache with all that was saved for offline, clicked notifications. */
export async function purgeCaches(leaverUid: string): Promise<void> {
  const other = userSince(leaverUid);
  await ifAvailable(() => deleteCaches(other ? isOwnedBy(other) : nothing));
}

/**
 * Purges, at a sign-in, what other users read here before their session was lost. Their drafts and unsent records stay in the outbox,
 * where only they see them.
 */
export async function purgeOthers(user: Owner): Promise<void> {
  const isTheirs = isOwnedBy(user);
  purgeKeys('localStorage', isTheirs);
  purgeKeys('sessionStorage', isTheirs);
  await ifAvailable(() => deleteCaches(isTheirs));
}
