import { authStorageKey } from '../contract/limits.ts';
import { type DraftRecord, draftsName } from './draftDatabase.ts';
import { dropDraftsOfOthers } from './drafts.ts';
import { recall } from './remembered.ts';
import { nobody } from './shareRecord.ts';

/**
 * What this device keeps for whoever holds it, not for a person: it outlives a sign-out. Everything else that the app
 * keeps is somebody's. The keys of personal things carry their owner's e-mail (`draft:…:ada@client.test:…`).
 */
const ofDevice: readonly RegExp[] = [
  /^(theme|photos|shortcuts|install|push-offer)$/,
  /^reloaded-for-chunk$/,
  // The identity provider looks after its own.
  /^firebase/,
  // The outbox: its records are kept or deleted by their owner, as that person says.
  /^ev-outbox$/,
  // The app's files as they were installed.
  /precache/,
];

export function isOfDevice(name: string): boolean {
  return ofDevice.some((kept) => kept.test(name));
}

function keysOf(storage: Storage): string[] {
  return Array.from({ length: storage.length }, (_, at) => storage.key(at) ?? '');
}

/** @returns how many there were */
function forgetKeys(storage: () => Storage, isKept: (key: string) => boolean = () => false): number {
  try {
    const area = storage();
    const gone = keysOf(area).filter((key) => !isOfDevice(key) && !isKept(key));
    for (const key of gone) area.removeItem(key);
    return gone.length;
  } catch (error) {
    console.warn('This browser does not let its storage be cleared:', error);
    return 0;
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

type Owner = { uid: string; email: string };

function isOf({ uid, email }: Owner): (key: string) => boolean {
  return (key) => key.includes(`:${email}`) || key.includes(`:${uid}`);
}

/**
 * Takes away what is kept in strings: who they are, what they read and typed. A save that another window has under way looks
 * at who is remembered, so that goes first.
 *
 * @returns how many there were
 */
export function forgetWords(leaverUid: string): number {
  const other = othersThan(leaverUid);
  if (!other)
    forgetKeys(
      () => localStorage,
      (key) => key !== authStorageKey,
    );
  const isKept = other ? isKeptFor(other) : undefined;
  return forgetKeys(() => localStorage, isKept) + forgetKeys(() => sessionStorage, isKept);
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

/** A sign-out that is ended late must not touch what is of the person after. */
function othersThan(leaverUid: string): Owner | null {
  const known = recall();
  return known && known.uid !== leaverUid ? known : null;
}

/** Besides what names its owner, the state that says who is signed in. */
function isKeptFor(person: Owner): (key: string) => boolean {
  const isTheirs = isOf(person);
  return (key) => key === authStorageKey || isTheirs(key);
}

/** Somebody signs in: what others left on this device, by a session that was lost, goes. Their records in the outbox stay. */
export async function forgetOthers(person: Owner): Promise<void> {
  const isTheirs = isOf(person);
  forgetKeys(() => localStorage, isTheirs);
  forgetKeys(() => sessionStorage, isTheirs);
  await Promise.all([dropDraftsOfOthers(person.email), quietly(() => deleteCaches(isTheirs))]);
}
