import { receiptsPath } from '../src/contract/notifications.ts';
import { keepOpening, openingCacheOf } from '../src/session/pendingOpening.ts';
import { askWindow } from './askWindow.ts';
import { tellService } from './tellService.ts';
import { isSignedIn, keepFor } from './thisDevice.ts';

declare const self: ServiceWorkerGlobalScope;

type Clicked = { path: string; ownerUid: string; receipt: string };

/** What is open already, the one in use first. */
async function openWindow(): Promise<WindowClient | undefined> {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  return (
    windows.find(({ focused }) => focused) ??
    windows.find(({ visibilityState }) => visibilityState === 'visible') ??
    windows[0]
  );
}

/** Only of a notification that names nobody, or of somebody who has signed out since: the app as it is. */
async function openApp(): Promise<void> {
  const window = await openWindow();
  await (window ? window.focus() : self.clients.openWindow('/'));
}

async function goTo({ path, ownerUid }: Clicked): Promise<void> {
  // Found by a window that starts: some start at the app's beginning, whatever they are asked for.
  await keepFor(ownerUid, openingCacheOf(ownerUid), (cache) => keepOpening(cache, path)).catch(
    () => undefined,
  );
  const window = await openWindow();
  const isThere =
    window &&
    ((await askWindow(window, { type: 'open', ownerUid, path })) ||
      // One that is not looked after by this worker cannot be sent anywhere.
      (await window.navigate(path).catch(() => null)));
  // Last, because a browser lets one click bring one window to the front.
  await (isThere ? window.focus() : self.clients.openWindow(path));
}

/** A notification was clicked: what it is about opens in the window that is there, or in a new one. */
export async function openFrom(notification: Notification): Promise<void> {
  notification.close();
  const clicked = notification.data as Clicked | null;
  if (!clicked || !(await isSignedIn(clicked.ownerUid))) return openApp();
  const { receipt } = clicked;
  await Promise.all([goTo(clicked), tellService(receiptsPath, { receipt, outcome: 'CLICKED' })]);
}
