/** What the browser has promised about the app's data: never to clear it by itself, or nothing. */

export async function isStorageSafe(): Promise<boolean> {
  const { storage } = navigator as { storage?: Partial<StorageManager> };
  return (await storage?.persisted?.().catch(() => false)) ?? false;
}

/** Whether this browser can be asked for the promise. */
export function isPromiseAskable(): boolean {
  return (navigator as { storage?: Partial<StorageManager> }).storage?.persist !== undefined;
}

/** Asks the browser to keep the app's data until somebody removes it. Some browsers ask the person back. */
export async function askToKeep(): Promise<boolean> {
  return navigator.storage.persist().catch(() => false);
}

let asked = false;

/**
 * Something lies on this device that must not be lost: the moment to ask, and the person sees why. Once for each page, and
 * not where they said no.
 */
export async function askOnceNeeded(): Promise<void> {
  if (asked || !isPromiseAskable()) return;
  asked = true;
  if (await isStorageSafe()) return;
  const name = 'persistent-storage' as PermissionName;
  const answer = await navigator.permissions?.query({ name }).catch(() => null);
  if (answer?.state !== 'denied') await askToKeep();
}
