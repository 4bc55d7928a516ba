import { authStorageKey } from '../contract/limits.ts';
import { recall } from './remembered.ts';

/**
 * What a sign-out purges of the browser's storage. Nothing is named: everything that does not belong to the device is somebody's, also
 * what versions before this one stored and what a later one forgets to name.
 */

/** What outlives a sign-out, by key or name: settings of the device, and stores with a purge of their own. */
const ofDevice: readonly RegExp[] = [
  /^(theme|photos|shortcuts|install|push-offer)$/,
  /^reloaded-for-chunk$/,
  // The identity provider purges its own.
  /^firebase/,
  // The outbox: its records and drafts are kept or deleted as their owner says.
  /^ev-outbox$/,
  // The app's files as they were installed.
  /precache/,
];

export function isOfDevice(name: string): boolean {
  return ofDevice.some((pattern) => pattern.test(name));
}

export type Owner = { uid: string; email: string };

export type Test = (name: string) => boolean;

/** Keys and names of personal things carry their owner's e-mail or uid (`draft:…:ada@client.test:…`, `responses:…`). */
export function isOf({ uid, email }: Owner): Test {
  return (name) => name.includes(`:${email}`) || name.includes(`:${uid}`);
}

/** A sign-out that ends late must not touch what is of the user after. */
export function otherThan(leaverUid: string): Owner | null {
  const known = recall();
  return known && known.uid !== leaverUid ? known : null;
}

export const nothing: Test = () => false;

/** @returns how many keys there were */
export function purgeKeys(storage: () => Storage, stays: Test = nothing): number {
  try {
    const area = storage();
    const all = Array.from({ length: area.length }, (_, at) => area.key(at) ?? '');
    const gone = all.filter((key) => !isOfDevice(key) && !stays(key));
    for (const key of gone) area.removeItem(key);
    return gone.length;
  } catch (error) {
    console.warn('This browser does not let its storage be cleared:', error);
    return 0;
  }
}

/**
 * Purges local and session storage: who is signed in, the persisted queries, drafts of versions before. A write that another window has
 * put off asks who is remembered, so that goes first.
 *
 * @returns how many keys there were
 */
export function purgeWebStorage(leaverUid: string): number {
  const other = otherThan(leaverUid);
  if (!other)
    purgeKeys(
      () => localStorage,
      (key) => key !== authStorageKey,
    );
  const isOthers = other ? isOf(other) : nothing;
  const stays: Test = (key) => (other !== null && key === authStorageKey) || isOthers(key);
  return purgeKeys(() => localStorage, stays) + purgeKeys(() => sessionStorage, stays);
}

/**
 * Closes the browser's storage for this page, which is about to be replaced: what still runs in it (a form that saves its draft, a write
 * that was put off) must not bring back what was just purged.
 */
export function closeStorage(): void {
  if (typeof Storage === 'function') {
    const { setItem } = Storage.prototype;
    Storage.prototype.setItem = function (key, value) {
      if (isOfDevice(key)) setItem.call(this, key, value);
    };
  }
  if (typeof IDBObjectStore !== 'function') return;
  for (const name of ['put', 'add'] as const) {
    const write = IDBObjectStore.prototype[name];
    IDBObjectStore.prototype[name] = function (value, key) {
      // The outbox outlives a sign-out; what is typed into it from here on would too.
      const isTyped = this.name === 'drafts' || this.name === 'draftChunks';
      if (isTyped || !isOfDevice(this.transaction.db.name))
        throw new DOMException('This page is left.', 'AbortError');
      return key === undefined ? write.call(this, value) : write.call(this, value, key);
    };
  }
}
