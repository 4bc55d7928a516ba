import { receiptsPath } from '../src/contract/notifications.ts';
import { keepOpening, openingCacheOf } from '../src/session/pendingOpening.ts';
import { clickWithinMs } from '../src/session/workerQuestions.ts';
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

/** A window that does not answer comes to the front first and is sent there then: what is sent away may not be brought up any more. */
async function send(window: WindowClient, path: string): Promise<void> {
  const front = await window.focus().catch(() => null);
  // One that is not looked after by this worker cannot be sent anywhere.
  const sent = await (front ?? window).navigate(path).catch(() => null);
  if (!front || !sent) await self.clients.openWindow(path).catch(() => null);
}

/** Browsers let a click bring a window up for a moment only (Firefox: less than a second), so nothing here waits long before it does. */
async function show({ path, ownerUid }: Clicked): Promise<void> {
  const window = await openWindow();
  if (!window) await self.clients.openWindow(path);
  else if (await askWindow(window, { type: 'open', ownerUid, path }, clickWithinMs)) await window.focus();
  else await send(window, path);
}

function goTo(clicked: Clicked): Promise<unknown> {
  const { path, ownerUid } = clicked;
  // Found by a window that starts: some start at the app's beginning, whatever they are asked for.
  const kept = keepFor(ownerUid, openingCacheOf(ownerUid), (cache) => keepOpening(cache, path));
  return Promise.all([kept.catch(() => undefined), show(clicked)]);
}

/** A notification was clicked: what it is about opens in the window that is there, or in a new one. */
export async function openFrom(notification: Notification): Promise<void> {
  notification.close();
  const clicked = notification.data as Clicked | null;
  if (!clicked || !(await isSignedIn(clicked.ownerUid))) return openApp();
  const { receipt } = clicked;
  await Promise.all([goTo(clicked), tellService(receiptsPath, { receipt, outcome: 'CLICKED' })]);
}
