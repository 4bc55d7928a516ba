import { within } from './within.ts';

/** This browser's subscription, and how the service knows it. */

const workerWithinMs = 10_000;

function base64url(bytes: ArrayBuffer): string {
  const text = btoa(String.fromCharCode(...new Uint8Array(bytes)));
  return text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/** The contract's `deviceId`. */
export async function deviceIdOf({ endpoint }: Pick<PushSubscription, 'endpoint'>): Promise<string> {
  return base64url(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(endpoint)));
}

/** Once the worker is there that pushes go to; null where none comes. */
export async function workerRegistration(): Promise<ServiceWorkerRegistration | null> {
  return within(workerWithinMs, navigator.serviceWorker.ready, null);
}

/** The registration that is there already. */
export async function presentRegistration(): Promise<ServiceWorkerRegistration | null> {
  // Some private windows have the property, and refuse.
  return (await globalThis.navigator?.serviceWorker?.getRegistration().catch(() => null)) ?? null;
}

/** Whether it was made for another key of the service: nothing that is sent now arrives by it. */
export function isOfOtherKey({ options }: PushSubscription, publicKey: string): boolean {
  const key = options?.applicationServerKey;
  return key ? base64url(key) !== publicKey.replace(/=+$/, '') : false;
}
