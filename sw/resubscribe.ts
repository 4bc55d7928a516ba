import { call } from '../src/api/client.ts';
import { newDevice } from '../src/device/pushSubscription.ts';
import { env } from './thisDevice.ts';

declare const self: ServiceWorkerGlobalScope;

/** Some browsers pass the old subscription, some the new one. */
export type SubscriptionChange = {
  readonly oldSubscription?: PushSubscription | null;
  readonly newSubscription?: PushSubscription | null;
};

/**
 * Subscribes anew after the browser dropped its subscription, and registers it if there is a token. Otherwise the next window that
 * starts does it.
 */
export async function resubscribe({ oldSubscription, newSubscription }: SubscriptionChange): Promise<void> {
  const token = await env.token(false);
  if (token === null) return;
  const subscription =
    newSubscription ??
    (oldSubscription && (await self.registration.pushManager.subscribe(oldSubscription.options)));
  if (!subscription || token === 'later') return;
  await call('registerDevice', { body: newDevice(subscription), idToken: token.idToken }).catch(
    () => undefined,
  );
}
