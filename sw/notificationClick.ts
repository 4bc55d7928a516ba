import { clickTimeoutMs, pendingOpeningCache, storePendingOpening } from '../src/device/workerMessages.ts';
import { reportPush } from './receivePush.ts';
import { isSignedIn, storeFor } from './thisDevice.ts';
import { askWindow, openWindows } from './windows.ts';

declare const self: ServiceWorkerGlobalScope;

type Clicked = { path: string; ownerUid: string; receipt: string };

/**
 * The result of something that the browser does not allow, as some time after a click: the next window that starts finds what was
 * clicked.
 */
const refused = () => null;

/** Returns an open window, the one in use first. */
async function openWindow(): Promise<WindowClient | undefined> {
  const windows = await openWindows();
  return (
    windows.find(({ focused }) => focused) ??
    windows.find(({ visibilityState }) => visibilityState === 'visible') ??
    windows[0]
  );
}

/** Opens the app as it is, for a notification without a user, or of one who has signed out since. */
async function openApp(): Promise<void> {
  const window = await openWindow();
  await (window ? window.focus() : self.clients.openWindow('/')).catch(refused);
}

/** Focuses a window that does not answer, then navigates it: a window that navigates may not be focused any more. */
async function send(window: WindowClient, path: string): Promise<void> {
  const front = await window.focus().catch(refused);
  // A window that this worker does not control cannot be navigated.
  const sent = await (front ?? window).navigate(path).catch(refused);
  if (!front || !sent) await self.clients.openWindow(path).catch(refused);
}

/**
 * Shows what a clicked notification is about. Nothing here waits long before it focuses a window: browsers let a click do that for a
 * moment only (Firefox: less than a second).
 */
async function show({ path, ownerUid }: Clicked): Promise<void> {
  const window = await openWindow();
  if (!window) await self.clients.openWindow(path).catch(refused);
  else if (await askWindow(window, { type: 'open', ownerUid, path }, clickTimeoutMs))
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

/** Opens what a clicked notification is about, in an open window or a new one. */
export async function openFrom(notification: Notification): Promise<void> {
  notification.close();
  const clicked = notification.data as Clicked | null;
  if (!clicked || !(await isSignedIn(clicked.ownerUid).catch(() => false))) return openApp();
  const { receipt } = clicked;
  await Promise.all([goTo(clicked), reportPush({ receipt, outcome: 'CLICKED' })]);
}
