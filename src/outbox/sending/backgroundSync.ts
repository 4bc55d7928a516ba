import { createStore } from '../../store.ts';

/** Of browsers with background sync. */
type SyncManager = { register(tag: string): Promise<void> };

/** Whether the browser wakes the worker for what waits (Background Sync), also once every page is closed. */
export const wakesWorker = createStore(false);

/** Asks the browser to wake the worker once there is a connection; it rejects where the user has switched that off. Never throws. */
export async function askForWorker(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration().catch(() => undefined);
  const { sync } = (registration ?? {}) as { sync?: SyncManager };
  await sync?.register('ev-outbox').then(
    () => wakesWorker.set(true),
    () => wakesWorker.set(false),
  );
}
