import { devicesPath } from '../src/contract/notifications.ts';
import { deviceLabel } from '../src/session/deviceLabel.ts';
import { tellService } from './tellService.ts';
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
  const { endpoint, keys } = subscription.toJSON();
  await tellService(devicesPath, { endpoint, keys, label: deviceLabel(navigator) }, token.idToken);
}
