import { type DraftRecord, draftsName } from './draftDatabase.ts';
import { dropDraftsOfOthers } from './drafts.ts';
import { forgetKeys, isOf, isOfDevice, type Owner, othersThan } from './forgetWords.ts';
import { nobody } from './shareRecord.ts';

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
      if (name === draftsName) emptyDrafts(emptying);
      else for (const store of stores) emptying.objectStore(store).clear();
      emptying.oncomplete = finish;
      emptying.onabort = () => reject(emptying.error);
    };
  });
}

/** What was shared while nobody was signed in is not the leaver's: it waits for whoever signs in next. */
function emptyDrafts(emptying: IDBTransaction): void {
  const drafts = emptying.objectStore('drafts');
  const chunks = emptying.objectStore('chunks');
  drafts.delete(IDBKeyRange.lowerBound([nobody, []]));
  const left = drafts.getAll();
  left.onsuccess = () => {
    const stays = new Set((left.result as DraftRecord[]).flatMap(({ files }) => files.map(({ id }) => id)));
    const keys = chunks.getAllKeys();
    keys.onsuccess = () => {
      for (const key of keys.result) if (!stays.has((key as [string, number])[0])) chunks.delete(key);
    };
  };
}

async function emptyDatabases(): Promise<void> {
  const all = await indexedDB.databases();
  await Promise.all(all.map(({ name }) => name && !isOfDevice(name) && emptyDatabase(name)));
}

async function deleteCaches(isKept: (name: string) => boolean = () => false): Promise<void> {
  const names = await caches.keys();
  await Promise.all(names.map((name) => !isOfDevice(name) && !isKept(name) && caches.delete(name)));
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

export async function forgetDatabases(leaverUid: string): Promise<void> {
  const other = othersThan(leaverUid);
  if (other) await dropDraftsOfOthers(other.email);
  else await quietly(emptyDatabases);
}

/** Answers of the service that the worker keeps. */
export async function forgetAnswers(leaverUid: string): Promise<void> {
  const other = othersThan(leaverUid);
  await quietly(() => deleteCaches(other ? isOf(other) : undefined));
}

/** Somebody signs in: what others left on this device, by a session that was lost, goes. Their records in the outbox stay. */
export async function forgetOthers(person: Owner): Promise<void> {
  const isTheirs = isOf(person);
  forgetKeys(() => localStorage, isTheirs);
  forgetKeys(() => sessionStorage, isTheirs);
  await Promise.all([dropDraftsOfOthers(person.email), quietly(() => deleteCaches(isTheirs))]);
}
