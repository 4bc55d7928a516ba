import { call } from '../src/api/client.ts';
import { newDevice } from '../src/device/pushSubscription.ts';
import { world } from './thisDevice.ts';

declare const self: ServiceWorkerGlobalScope;

/** Some browsers bring the one before along, and some the one after. */
export type SubscriptionChange = {
  readonly oldSubscription?: PushSubscription | null;
  readonly newSubscription?: PushSubscription | null;
};

/**
 * The browser took its subscription away. A new one is asked for, and told where a token is at hand; what cannot be done here is
 * done by the next window that starts, which looks whether there still is one.
 */
export async function resubscribe({ oldSubscription, newSubscription }: SubscriptionChange): Promise<void> {
  const token = await world.token(false);
  if (token === null) return;
  const subscription =
    newSubscription ??
    (oldSubscription && (await self.registration.pushManager.subscribe(oldSubscription.options)));
  if (!subscription || token === 'later') return;
  await call('registerDevice', { body: newDevice(subscription), idToken: token.idToken }).catch(
    () => undefined,
  );
}
