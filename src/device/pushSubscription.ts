import { base64url, sha256 } from '../api/bytes.ts';
import { call } from '../api/client.ts';
import type { RequestOf } from '../contract/calls.ts';
import { withTimeout } from '../timing.ts';
import { deviceLabel } from './deviceLabel.ts';
import { type BrowserInfo, isInstalledApp, isIos } from './platform.ts';

/** Whether this browser can receive pushes. iPhones and iPads deliver them to installed apps only. */
type PushSupport = 'supported' | 'unsupported' | 'ios-not-installed';

export function pushSupport(browser: BrowserInfo & { standalone?: boolean } = navigator): PushSupport {
  if (isIos(browser) && !isInstalledApp(browser)) return 'ios-not-installed';
  const can = 'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis;
  return can ? 'supported' : 'unsupported';
}

const workerWithinMs = 10_000;

/** Returns the registration once the worker that receives pushes is there; null where none comes. */
export function workerRegistration(): Promise<ServiceWorkerRegistration | null> {
  return withTimeout(navigator.serviceWorker.ready, workerWithinMs).catch(() => null);
}

/** Returns the registration that is there already. */
export async function presentRegistration(): Promise<ServiceWorkerRegistration | null> {
  // Some private windows have the property, and refuse.
  return (await globalThis.navigator?.serviceWorker?.getRegistration().catch(() => null)) ?? null;
}

/** Returns the contract's `deviceId` of a subscription. */
export async function deviceIdOf({ endpoint }: Pick<PushSubscription, 'endpoint'>): Promise<string> {
  return base64url(await sha256(endpoint));
}

/** Describes a subscription as the server registers it. */
export function newDevice(subscription: PushSubscription): RequestOf<'registerDevice'> {
  const { endpoint = '', keys = {} } = subscription.toJSON();
  const { p256dh = '', auth = '' } = keys;
  return { endpoint, keys: { p256dh, auth }, label: deviceLabel(navigator) };
}

/** Tells whether a subscription was made for another key of the server: nothing that is sent now arrives by it. */
export function isOfOtherKey({ options }: PushSubscription, publicKey: string): boolean {
  const key = options?.applicationServerKey;
  return key ? base64url(new Uint8Array(key)) !== publicKey.replace(/=+$/, '') : false;
}

const subscribeWithinMs = 10_000;

/**
 * Subscribes at the browser's push service. A browser without one may try for ever; a subscription that comes later is found by the
 * next try.
 *
 * @throws DOMException `TimeoutError` after 10 s, or the browser's
 */
export function subscribeWithin(manager: PushManager, publicKey: string): Promise<PushSubscription> {
  const subscribing = manager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
  return withTimeout(subscribing, subscribeWithinMs);
}

const leaveWithinMs = 1000;

/**
 * Ends this browser's subscription, if there is one. Does not wait for a connection: a server that does not hear of it learns it from
 * the browser's push service with the next push.
 */
export async function unsubscribe(): Promise<void> {
  const subscription = await (await presentRegistration())?.pushManager?.getSubscription();
  if (!subscription) return;
  const body = { deviceId: await deviceIdOf(subscription) };
  const removed = call('removeDevice', { body, signal: AbortSignal.timeout(leaveWithinMs) });
  await withTimeout(removed, leaveWithinMs).catch(() => undefined);
  await withTimeout(subscription.unsubscribe(), leaveWithinMs).catch(() => undefined);
}
