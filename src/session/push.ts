import { ApiError } from '../api/ApiError.ts';
import { ownCall } from '../api/ownCall.ts';
import { deviceLabel } from './deviceLabel.ts';
import { deviceIdOf, isOfOtherKey, presentRegistration, workerRegistration } from './pushSubscription.ts';
import { pushSupport } from './pushSupport.ts';
import { within } from './within.ts';

/** How notifications stand on this device, for the person who is signed in. */
export type Push =
  /** Not looked at yet. */
  | { state: 'unknown' }
  | { state: 'unsupported' | 'ios-not-installed' | 'denied' | 'private' | 'off' }
  /** Another backend, which sends none. */
  | { state: 'none' }
  | { state: 'on'; deviceId: string }
  /** They are wanted and do not come. `words`: what the service said. */
  | { state: 'broken'; why: 'no-service' | 'no-worker' | 'dropped' | 'not-told'; words?: string };

let push: Push = { state: 'unknown' };
let uid: string | null = null;
let working: Promise<void> = Promise.resolve();
const listeners = new Set<() => void>();

export function getPush(): Push {
  return push;
}

export function onPushChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function put(next: Push): void {
  if (JSON.stringify(next) === JSON.stringify(push)) return;
  push = next;
  for (const listener of listeners) listener();
}

/** Whether this person wants to be notified here. The browser's own word would be that of whoever asked last. */
const wish = {
  key: (who: string) => `push:${who}`,
  isOn(who: string): boolean {
    try {
      return localStorage.getItem(this.key(who)) === 'on';
    } catch {
      return false;
    }
  },
  put(who: string, on: boolean): void {
    try {
      if (on) localStorage.setItem(this.key(who), 'on');
      else localStorage.removeItem(this.key(who));
    } catch (error) {
      console.warn('This browser does not keep that notifications are wanted:', error);
    }
  },
};

/** One change after the other; what is found about somebody who is gone is not shown. */
function inTurn(work: (who: string) => Promise<Push>): Promise<void> {
  const who = uid;
  if (!who) return Promise.resolve();
  const turn = working.then(async () => {
    const next = who === uid ? await work(who) : null;
    if (next && who === uid) put(next);
  });
  working = turn.catch(() => undefined);
  return turn;
}

/** What this browser says by itself. */
async function look(who: string): Promise<Push> {
  const support = pushSupport();
  if (support !== 'supported') return { state: support };
  if (Notification.permission === 'denied') return { state: 'denied' };
  if (!wish.isOn(who) || Notification.permission !== 'granted') return { state: 'off' };
  const registration = await workerRegistration();
  if (!registration) return { state: 'broken', why: 'no-worker' };
  const subscription = await registration.pushManager.getSubscription();
  if (!subscription) return { state: 'broken', why: 'dropped' };
  return { state: 'on', deviceId: await deviceIdOf(subscription) };
}

/** Why a browser does not subscribe, in what can be done about it. */
function refusal(error: unknown): Push {
  if (Notification.permission === 'denied') return { state: 'denied' };
  const { name } = error as DOMException;
  // It may show notifications, but is not to be pushed to: that is how private windows say it.
  if (name === 'NotAllowedError' || name === 'SecurityError') return { state: 'private' };
  return { state: 'broken', why: 'no-service' };
}

const subscribeWithinMs = 10_000;

/** A browser without its push service may try for ever; a subscription that comes later is found by the next try. */
function subscribed(subscribing: Promise<PushSubscription>): Promise<PushSubscription> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new DOMException('', 'TimeoutError')), subscribeWithinMs);
  return Promise.race([subscribing, late.promise]).finally(() => clearTimeout(timer));
}

/** A failure of a call. A bad line says nothing about a subscription that is there. */
async function untold(error: unknown, who: string): Promise<Push> {
  if (!(error instanceof ApiError)) throw error;
  if (error.status === 404) return { state: 'none' };
  const found = await look(who);
  return found.state === 'on' && !error.definite
    ? found
    : { state: 'broken', why: 'not-told', words: error.message };
}

/**
 * Sees to it that this browser has a subscription that works, and that the service knows it.
 *
 * @param anew also where there is one that looks right
 */
async function subscribe(who: string, anew: boolean): Promise<Push> {
  const registration = await workerRegistration();
  if (!registration) return { state: 'broken', why: 'no-worker' };
  const { pushManager } = registration;
  try {
    const { publicKey, devices } = await ownCall('notifications', {});
    let subscription = await pushManager.getSubscription();
    if (subscription) {
      const deviceId = await deviceIdOf(subscription);
      const isGone = devices.some((device) => device.deviceId === deviceId && device.state === 'GONE');
      if (anew || isGone || isOfOtherKey(subscription, publicKey)) {
        await ownCall('removeDevice', { body: { deviceId } }).catch(() => undefined);
        await subscription.unsubscribe();
        subscription = null;
      }
    }
    try {
      const options = { userVisibleOnly: true, applicationServerKey: publicKey };
      subscription ??= await subscribed(pushManager.subscribe(options));
    } catch (error) {
      return refusal(error);
    }
    const { endpoint, keys } = subscription.toJSON() as { endpoint: string; keys: Record<string, string> };
    const { p256dh = '', auth = '' } = keys;
    const label = deviceLabel(navigator);
    const { deviceId } = await ownCall('registerDevice', {
      body: { endpoint, keys: { p256dh, auth }, label },
    });
    return { state: 'on', deviceId };
  } catch (error) {
    return untold(error, who);
  }
}

/** Begins to follow what somebody wants here; null when nobody is signed in. Sends the subscription again, whoever has one. */
export function followPush(who: string | null): void {
  if (who === uid) return;
  uid = who;
  put({ state: 'unknown' });
  inTurn(async (person) => {
    const found = await look(person);
    const isWanted = found.state === 'on' || (found.state === 'broken' && found.why === 'dropped');
    if (!isWanted) return found;
    put(found);
    return subscribe(person, false);
  }).catch((error: unknown) => console.warn('Whether this device is notified is not known:', error));
}

/** Looks once more: a permission may have been given or taken in the browser's settings, and there may be a line again. */
export function lookAgain(): Promise<void> {
  return inTurn(async (who) => {
    const found = await look(who);
    const isAsBefore = found.state === 'off' || found.state === 'on' || found.state === 'broken';
    if (!isAsBefore) return found;
    if (push.state === 'broken' && push.why === 'not-told') return subscribe(who, false);
    // What was found out by trying is not forgotten by looking.
    return push.state === 'private' || push.state === 'none' || push.state === 'broken' ? push : found;
  });
}

/** Notifies this device from here on. To be called by a press only: the browser asks, and never again after a "no". */
export async function switchOn(): Promise<void> {
  // Before anything else is waited for: a press is over soon.
  const permission = await Notification.requestPermission();
  await inTurn(async (who) => {
    if (permission === 'denied') return { state: 'denied' };
    if (permission !== 'granted') return { state: 'off' };
    wish.put(who, true);
    const next = await subscribe(who, false);
    if (next.state !== 'on' && next.state !== 'broken') wish.put(who, false);
    return next;
  });
}

/** Notifies it no more. The service first: afterwards nobody could tell it which device. */
export function switchOff(): Promise<void> {
  return inTurn(async (who) => {
    wish.put(who, false);
    await unsubscribe();
    return { state: 'off' };
  });
}

/** Takes the subscription away and makes another one, which is what helps when pushes do not arrive. */
export function repair(): Promise<void> {
  return inTurn((who) => subscribe(who, true));
}

const leaveWithinMs = 1000;

/**
 * Ends this browser's subscription. It can be repeated, and does not wait for a line: a service that does not hear of it learns it
 * from the browser's push service, by the next push.
 */
export async function unsubscribe(): Promise<void> {
  const subscription = await (await presentRegistration())?.pushManager?.getSubscription();
  if (!subscription) return;
  const body = { deviceId: await deviceIdOf(subscription) };
  const told = ownCall('removeDevice', { body, signal: AbortSignal.timeout(leaveWithinMs) });
  await within(leaveWithinMs, told, undefined);
  await within(leaveWithinMs, subscription.unsubscribe(), undefined);
}
