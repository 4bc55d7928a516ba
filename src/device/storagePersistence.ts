import { once } from '../timing.ts';
import { isStorageShortLived } from './installMethod.ts';

/** Tells whether the browser has promised never to clear the app's data by itself. */
export async function isStoragePersistent(): Promise<boolean> {
  const { storage } = navigator as { storage?: Partial<StorageManager> };
  return (await storage?.persisted?.().catch(() => false)) ?? false;
}

/** Tells whether this browser can be asked for that promise. */
export function canRequestPersistence(): boolean {
  return (navigator as { storage?: Partial<StorageManager> }).storage?.persist !== undefined;
}

/** `pending`: the browser asks the user, who has not answered. */
export type PersistenceResult = 'granted' | 'refused' | 'pending';

/** A prompt can stay unseen for ever. */
const responseWithinMs = 8000;

/**
 * Asks the browser to store the app's data until the user removes it.
 *
 * @param onResult called with the result; where the browser takes long, with `pending` first
 */
export async function requestPersistence(
  onResult: (result: PersistenceResult) => void = () => undefined,
): Promise<void> {
  const late = setTimeout(onResult, responseWithinMs, 'pending');
  const isGranted = await navigator.storage.persist().catch(() => false);
  clearTimeout(late);
  onResult(isGranted ? 'granted' : 'refused');
}

/**
 * Requests persistent storage once something lies on this device that must not be lost, when the user sees why: once for each page,
 * and not where they said no.
 */
export const requestPersistenceOnce = once(async () => {
  if (!canRequestPersistence() || (await isStoragePersistent())) return;
  const name = 'persistent-storage' as PermissionName;
  const permission = await navigator.permissions?.query({ name }).catch(() => null);
  if (permission?.state !== 'denied') await requestPersistence();
});

/** Says whether the browser may clear what the app stores, and when. */
export function clearingText({ persisted, askable }: { persisted: boolean; askable: boolean }): string {
  if (persisted) return 'Yes';
  if (isStorageShortLived()) {
    return 'No. This browser deletes it, including unsent items, after 7 days of use without a visit to EV Jobs. The installed app keeps it.';
  }
  return askable
    ? 'No. Your browser might delete it if storage runs low.'
    : 'Not guaranteed. Your browser might delete it if storage runs low.';
}

/** Says how long unsent records are stored, where that is not for good. @param waiting how many there are */
export function shortLivedText(waiting: number): string | null {
  if (waiting === 0 || !isStorageShortLived()) return null;
  return 'This browser deletes unsent items after 7 days of use without a visit to EV Jobs. Open EV Jobs again before then. Once everything has been sent, install the app, which keeps its data.';
}
