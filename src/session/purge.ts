import { authStorageKey } from '../contract/limits.ts';
import { type Area, storedKeys, writeStored } from '../storage.ts';
import { rememberedUser, rememberUser } from './remembered.ts';

/** Purges the browser's storage at a sign-out: all but what belongs to the device, so that data of other versions goes too. */

/** Keys and names that outlive a sign-out: settings of the device, and stores with a purge of their own. */
const ofDevice: readonly RegExp[] = [
  /^(theme|firm|photos|shortcuts|enter-sends|table|install|push-offer|open-jobs|firstSteps)$/,
  /^reloaded-for-(chunk|storage)$/,
  // The identity provider purges its own.
  /^firebase/,
  // The outbox: the user decides whether its records and drafts stay.
  /^ev-outbox$/,
  // The app's files as they were installed.
  /precache/,
];

export function isOfDevice(name: string): boolean {
  return ofDevice.some((pattern) => pattern.test(name));
}

export type Owner = { uid: string; email: string };

export type Test = (name: string) => boolean;

/** Returns a test for a user's keys and names, which contain their email or uid (`draft-left:ada@client.test:…`, `responses:…`). */
export function isOwnedBy({ uid, email }: Owner): Test {
  // With its end: of jo@firm.co and jo@firm.com, each is one's own.
  return (name) => [email, uid].some((one) => `${name}:`.includes(`:${one}:`));
}

/** Returns the user who has signed in since, or null: a sign-out that ends late must not touch their data. */
export function userSince(leaverUid: string): Owner | null {
  const known = rememberedUser();
  return known && known.uid !== leaverUid ? known : null;
}

export const nothing: Test = () => false;

/** Removes the keys that are not the device's and do not pass `stays`. @returns how many there were */
export function purgeKeys(area: Area, stays: Test = nothing): number {
  const gone = storedKeys(area).filter((key) => !isOfDevice(key) && !stays(key));
  for (const key of gone) writeStored(key, null, area);
  return gone.length;
}

/**
 * Purges local and session storage: who is signed in, the persisted queries.
 *
 * @returns how many keys there were, besides who is signed in
 */
export function purgeWebStorage(leaverUid: string): number {
  const other = userSince(leaverUid);
  const isOthers = other ? isOwnedBy(other) : nothing;
  const stays: Test = (key) => (other !== null && key === authStorageKey) || isOthers(key);
  // First, because delayed writes of other tabs check who is remembered.
  if (!other) rememberUser(null);
  return purgeKeys('localStorage', stays) + purgeKeys('sessionStorage', stays);
}

/**
 * Closes the browser's storage for this page, which is about to be replaced. Code that still runs in it (a form that saves its draft, a
 * delayed write) must not bring back what was purged.
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
      // Into the outbox nothing is written for a user who has signed out.
      if (!isOfDevice(this.transaction.db.name)) throw new DOMException('This page is left.', 'AbortError');
      return key === undefined ? write.call(this, value) : write.call(this, value, key);
    };
  }
}
