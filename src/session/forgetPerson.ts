/**
 * What this device keeps for whoever holds it, not for a person: it outlives a sign-out. Everything else that the app
 * keeps is somebody's. The keys of personal things carry their owner's e-mail (`draft:…:ada@client.test:…`).
 */
const ofDevice: readonly RegExp[] = [
  /^(theme|shortcuts)$/,
  /^reloaded-for-chunk$/,
  // The identity provider looks after its own.
  /^firebase/,
  // The app's files as they were installed.
  /precache/,
];

function isOfDevice(name: string): boolean {
  return ofDevice.some((kept) => kept.test(name));
}

function keysOf(storage: Storage): string[] {
  return Array.from({ length: storage.length }, (_, at) => storage.key(at) ?? '');
}

function forgetKeys(storage: () => Storage, isKept: (key: string) => boolean = () => false): void {
  try {
    const area = storage();
    for (const key of keysOf(area)) if (!isOfDevice(key) && !isKept(key)) area.removeItem(key);
  } catch (error) {
    console.warn('This browser does not let its storage be cleared:', error);
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

async function emptyDatabases(): Promise<void> {
  const all = await indexedDB.databases();
  await Promise.all(all.map(({ name }) => name && !isOfDevice(name) && emptyDatabase(name)));
}

async function deleteCaches(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(names.map((name) => !isOfDevice(name) && caches.delete(name)));
}

/** Not every browser has each of these, and some forbid them: then there is nothing of anybody in it. */
async function quietly(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof ReferenceError || error instanceof TypeError)) {
      console.warn('This browser does not let its storage be cleared:', error);
    }
  }
}

/**
 * Takes everything personal off this device: drafts, what was seen, answers kept for offline use. A second person on the
 * same device finds nothing of the first.
 */
export async function forgetPerson(): Promise<void> {
  forgetKeys(() => localStorage);
  forgetKeys(() => sessionStorage);
  await Promise.all([quietly(emptyDatabases), quietly(deleteCaches)]);
}

/** Takes away what others may have left behind, by a crash while they signed out; what is this person's stays. */
export function forgetOthers(email: string): void {
  const isTheirs = (key: string) => key.includes(`:${email}`);
  forgetKeys(() => localStorage, isTheirs);
  forgetKeys(() => sessionStorage, isTheirs);
}
