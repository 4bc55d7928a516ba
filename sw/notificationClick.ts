import { clickWithinMs, pendingOpeningCache, storePendingOpening } from '../src/device/workerMessages.ts';
import { askWindow } from './askWindow.ts';
import { reportPush } from './reportPush.ts';
import { isSignedIn, storeFor } from './thisDevice.ts';

declare const self: ServiceWorkerGlobalScope;

type Clicked = { path: string; ownerUid: string; receipt: string };

/** Stands for what the browser does not allow, as some time after a click: the next window that starts finds what was clicked. */
const refused = () => null;

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
  await (window ? window.focus() : self.clients.openWindow('/')).catch(refused);
}

/** A window that does not answer comes to the front first and is sent there then: what is sent away may not be brought up any more. */
async function send(window: WindowClient, path: string): Promise<void> {
  const front = await window.focus().catch(refused);
  // One that is not looked after by this worker cannot be sent anywhere.
  const sent = await (front ?? window).navigate(path).catch(refused);
  if (!front || !sent) await self.clients.openWindow(path).catch(refused);
}

/** Browsers let a click bring a window up for a moment only (Firefox: less than a second), so nothing here waits long before it does. */
async function show({ path, ownerUid }: Clicked): Promise<void> {
  const window = await openWindow();
  if (!window) await self.clients.openWindow(path).catch(refused);
  else if (await askWindow(window, { type: 'open', ownerUid, path }, clickWithinMs))
    await window.focus().catch(refused);
  else await send(window, path);
}

function goTo(clicked: Clicked): Promise<unknown> {
  const { path, ownerUid } = clicked;
  // Found by a window that starts: some start at the app's beginning, whatever they are asked for.
  const cacheName = pendingOpeningCache(ownerUid);
  const stored = storeFor(
    ownerUid,
    async () => storePendingOpening(await caches.open(cacheName), path),
    () => caches.delete(cacheName),
  );
  return Promise.all([stored.catch(() => undefined), show(clicked)]);
}

/** A notification was clicked: what it is about opens in the window that is there, or in a new one. */
export async function openFrom(notification: Notification): Promise<void> {
  notification.close();
  const clicked = notification.data as Clicked | null;
  if (!clicked || !(await isSignedIn(clicked.ownerUid))) return openApp();
  const { receipt } = clicked;
  await Promise.all([goTo(clicked), reportPush({ receipt, outcome: 'CLICKED' })]);
}
