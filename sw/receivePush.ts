import { call } from '../src/api/client.ts';
import type { RequestOf } from '../src/contract/calls.ts';
import { type IncomingPush, type Push, readPush, usualIcon } from './readPush.ts';
import { sendWaiting } from './sendWaiting.ts';
import { isSignedIn } from './thisDevice.ts';
import { askWindow, openWindows } from './windows.ts';

declare const self: ServiceWorkerGlobalScope;

/** Time limit of sending after a push, for which a browser gives the worker less time than for a sync. */
const sendAtMostMs = 20_000;

/** WebKit revokes the permission after a push without a notification, whatever was on screen. */
function isWebKit(): boolean {
  const { userAgent } = navigator;
  return userAgent.includes('AppleWebKit') && !userAgent.includes('Chrom');
}

/** `renotify` is not in the types of all browsers. */
function show(title: string, options: NotificationOptions & { renotify?: boolean }): Promise<void> {
  return self.registration.showNotification(title, {
    icon: usualIcon,
    lang: 'en',
    dir: 'ltr',
    ...options,
  });
}

/** Shows nothing personal, for a push that cannot be read or is for a user who is not signed in here now. */
function showNeutral(body: string): Promise<void> {
  return show('EV Jobs', { body, tag: 'neutral' });
}

async function showPush({ title, body, tag, icon, silent, path, ownerUid, receipt }: Push): Promise<void> {
  const shown = await self.registration.getNotifications({ tag });
  // A push that the service delivers twice replaces itself without a sound. Sent again with what came meanwhile, it says something else.
  const isNew = !shown.some((one) => one.data?.receipt === receipt && one.body === body);
  // A sound for each message, although it replaces the one before.
  await show(title, {
    body,
    tag,
    icon,
    silent,
    renotify: isNew && !silent && tag !== '',
    data: { path, ownerUid, receipt },
  });
}

/** Notifies the windows of a push. @returns whether its message is visible in one of them */
async function notifyWindows({ ownerUid, jobId, communicationId }: Push): Promise<boolean> {
  const windows = await openWindows();
  const answers = windows.map(async (window) => {
    const answer = askWindow(window, { type: 'pushed', ownerUid, jobId, communicationId });
    return window.visibilityState === 'visible' && answer;
  });
  return (await Promise.all(answers)).includes(true);
}

async function showBadge(unread: number | null): Promise<void> {
  if (unread === null) return;
  // A window in sight counts by itself, and knows what came after a push that is late.
  if ((await openWindows()).some(({ visibilityState }) => visibilityState === 'visible')) return;
  // Not every browser has it, and some only for an installed app.
  await (unread > 0 ? navigator.setAppBadge?.(unread) : navigator.clearAppBadge?.());
}

async function handle(push: Push): Promise<void> {
  const { receipt, unread } = push;
  const isInSight = await notifyWindows(push);
  const isShown = !isInSight || isWebKit();
  if (isShown) await showPush(push);
  await Promise.allSettled([reportPush({ receipt, outcome: isShown ? 'SHOWN' : 'SEEN' }), showBadge(unread)]);
}

/** Reports the outcome of a push. Nothing depends on it. */
export async function reportPush(receipt: RequestOf<'pushReceipt'>): Promise<void> {
  await call('pushReceipt', { body: receipt, idToken: null }).catch(() => undefined);
}

/** The body of a notification that may say nothing about its content. */
const unknownText = 'You have updates. Open EV Jobs to see them.';

/** Handles a push. Something is always shown: a browser stops delivering to an app that shows nothing. */
export async function receivePush(event: IncomingPush): Promise<void> {
  const push = readPush(event);
  try {
    if (!push) await showNeutral(unknownText);
    else if (await isSignedIn(push.ownerUid)) await handle(push);
    else {
      await showNeutral('Another account on this device has updates.');
      // Its user is not here to see it: this device is no reason to send them no email.
      await reportPush({ receipt: push.receipt, outcome: 'SEEN' });
    }
  } catch {
    await showNeutral(unknownText);
  }
  // The worker is awake and connected: queued records may be sent.
  await sendWaiting(sendAtMostMs).catch(() => undefined);
}
