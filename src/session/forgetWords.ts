import { authStorageKey } from '../contract/limits.ts';
import { recall } from './remembered.ts';

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
export function forgetKeys(storage: () => Storage, isKept: (key: string) => boolean = () => false): number {
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

export type Owner = { uid: string; email: string };

export function isOf({ uid, email }: Owner): (key: string) => boolean {
  return (key) => key.includes(`:${email}`) || key.includes(`:${uid}`);
}

/** A sign-out that is ended late must not touch what is of the person after. */
export function othersThan(leaverUid: string): Owner | null {
  const known = recall();
  return known && known.uid !== leaverUid ? known : null;
}

/** Besides what names its owner, the state that says who is signed in. */
function isKeptFor(person: Owner): (key: string) => boolean {
  const isTheirs = isOf(person);
  return (key) => key === authStorageKey || isTheirs(key);
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
