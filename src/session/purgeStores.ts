import { isOf, isOfDevice, nothing, type Owner, otherThan, purgeKeys, type Test } from './purge.ts';

/** Not every browser has each store, and some forbid them: then there is nothing of anybody in it. */
async function ifThere(purge: () => Promise<void>): Promise<void> {
  try {
    await purge();
  } catch (error) {
    if (!(error instanceof ReferenceError || error instanceof TypeError)) {
      console.warn('This browser does not let its storage be cleared:', error);
    }
  }
}

/** Empties every store of a database. Not deleted: a deletion waits for each window that has it open. */
function emptyDatabase(name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(name);
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const database = opening.result;
      const stores = [...database.objectStoreNames];
      const finish = () => {
        database.close();
        resolve();
      };
      if (stores.length === 0) return finish();
      const emptying = database.transaction(stores, 'readwrite');
      for (const store of stores) emptying.objectStore(store).clear();
      emptying.oncomplete = finish;
      emptying.onabort = () => reject(emptying.error);
    };
  });
}

/** Purges every database but the outbox, which only versions before this one had. */
export async function purgeDatabases(leaverUid: string): Promise<void> {
  if (otherThan(leaverUid)) return;
  await ifThere(async () => {
    const all = await indexedDB.databases();
    await Promise.all(all.map(({ name }) => name && !isOfDevice(name) && emptyDatabase(name)));
  });
}

async function deleteCaches(stays: Test): Promise<void> {
  const names = await caches.keys();
  await Promise.all(names.map((name) => !isOfDevice(name) && !stays(name) && caches.delete(name)));
}

/** Purges the caches: the response cache with all that was saved for offline, open documents, clicked notifications. */
export async function purgeCaches(leaverUid: string): Promise<void> {
  const other = otherThan(leaverUid);
  await ifThere(() => deleteCaches(other ? isOf(other) : nothing));
}

/**
 * Purges, as somebody signs in, what others read here before their session was lost. What they typed or sent and what has not arrived
 * stays in the outbox, where only they see it.
 */
export async function purgeOthers(user: Owner): Promise<void> {
  const isTheirs = isOf(user);
  purgeKeys(() => localStorage, isTheirs);
  purgeKeys(() => sessionStorage, isTheirs);
  await ifThere(() => deleteCaches(isTheirs));
}
