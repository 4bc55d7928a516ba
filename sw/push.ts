import { askWindow } from './askWindow.ts';
import { type IncomingPush, type Push, readPush } from './readPush.ts';
import { reportPush } from './reportPush.ts';
import { sendWaiting } from './sendWaiting.ts';
import { isSignedIn } from './thisDevice.ts';

declare const self: ServiceWorkerGlobalScope;

/** A browser gives the worker of a push less time than one of a sync. */
const sendAtMostMs = 20_000;

/** It takes away the permission of whoever was pushed to and showed nothing, whatever was on screen. */
function isWebKit(): boolean {
  const { userAgent } = navigator;
  return userAgent.includes('AppleWebKit') && !userAgent.includes('Chrom');
}

/** `renotify` is not in the types of all browsers. */
function show(title: string, options: NotificationOptions & { renotify?: boolean }): Promise<void> {
  return self.registration.showNotification(title, {
    icon: '/icon-192.png',
    lang: 'en',
    dir: 'ltr',
    ...options,
  });
}

/** Says nothing of anybody: of a push that cannot be read, or is for somebody who is not signed in here now. */
function showNeutral(body: string): Promise<void> {
  return show('EV Jobs', { body, tag: 'neutral' });
}

async function showPush({ title, body, tag, silent, path, ownerUid, receipt }: Push): Promise<void> {
  const shown = await self.registration.getNotifications({ tag });
  // What the service sent twice, not knowing that it had arrived, takes its own place without a sound.
  const isNew = !shown.some(({ data }) => data?.receipt === receipt);
  // A sound for each message, though it takes the place of the one before.
  await show(title, {
    body,
    tag,
    silent,
    renotify: isNew && !silent && tag !== '',
    data: { path, ownerUid, receipt },
  });
}

/** Tells the windows that there is something to read. @returns whether its message is in sight in one of them */
async function tellWindows({ ownerUid, jobId, communicationId }: Push): Promise<boolean> {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const answers = windows.map(async (window) => {
    const answer = askWindow(window, { type: 'pushed', ownerUid, jobId, communicationId });
    return window.visibilityState === 'visible' && answer;
  });
  return (await Promise.all(answers)).includes(true);
}

async function showBadge(unread: number | null): Promise<void> {
  if (unread === null) return;
  // Not every browser has it, and some only for an installed app.
  await (unread > 0 ? navigator.setAppBadge?.(unread) : navigator.clearAppBadge?.());
}

async function tell(push: Push): Promise<void> {
  const { receipt, unread } = push;
  const isInSight = await tellWindows(push);
  const isShown = !isInSight || isWebKit();
  if (isShown) await showPush(push);
  await Promise.allSettled([reportPush({ receipt, outcome: isShown ? 'SHOWN' : 'SEEN' }), showBadge(unread)]);
}

/** A push came. Whatever it is, something is shown: a browser stops delivering to whoever shows nothing. */
export async function receivePush(event: IncomingPush): Promise<void> {
  const push = readPush(event);
  try {
    if (!push) await showNeutral('There is news. Open the app to see it.');
    else if (await isSignedIn(push.ownerUid)) await tell(push);
    else {
      await showNeutral('Somebody signed in here has news.');
      await reportPush({ receipt: push.receipt, outcome: 'SHOWN' });
    }
  } catch {
    await showNeutral('There is news. Open the app to see it.');
  }
  // The worker is awake, and there is a line: what waits may go.
  await sendWaiting(sendAtMostMs).catch(() => undefined);
}
