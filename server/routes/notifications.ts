import type { FastifyInstance } from 'fastify';
import { invalid, Refusal } from '../data/errors.ts';
import { readSettings, saveSettings } from '../data/notify/notificationSettings.ts';
import { devicesOf, removeDevice, saveDevice } from '../data/notify/pushDevices.ts';
import { pushShown, queueTest, requeuePushes } from '../data/notify/pushQueue.ts';
import { route } from '../http/route.ts';
import { isBrowserKey, isBrowserSecret, isPushEndpoint } from '../push/endpoint.ts';
import { nowSeconds, type Services } from '../services.ts';

const done = { done: true } as const;

/** Calls on push devices and notification settings (ours). */
export function notificationsRoutes(app: FastifyInstance, services: Services): void {
  route(app, services, 'notifications', async ({ db, caller }) => ({
    publicKey: services.vapid.publicKey,
    settings: await readSettings(db, caller.email),
    devices: await devicesOf(db, caller.email),
  }));

  route(app, services, 'saveNotificationSettings', async ({ db, caller, body }) => {
    const now = nowSeconds(services);
    await saveSettings(db, caller.email, body, now);
    await requeuePushes(db, caller.email, body.quietHours, now);
    return body;
  });

  route(app, services, 'registerDevice', async ({ db, caller, body }) => {
    if (!isPushEndpoint(body.endpoint, services.loopbackPush)) {
      throw invalid('endpoint', 'must be the https address of a public push service');
    }
    if (!isBrowserKey(body.keys.p256dh)) throw invalid('keys.p256dh', 'must be a public key of P-256');
    if (!isBrowserSecret(body.keys.auth)) throw invalid('keys.auth', 'must be 16 bytes');
    const { email, uid } = caller;
    return saveDevice(db, { ...body, owner: { email, uid } }, nowSeconds(services));
  });

  route(app, services, 'removeDevice', async ({ db, caller, body }) => {
    await removeDevice(db, caller.email, body.deviceId);
    return done;
  });

  route(app, services, 'testDevice', async ({ db, caller, body }) => {
    const queued = nowSeconds(services);
    const testId = await queueTest(db, caller.email, body.deviceId, queued);
    if (testId === null) throw new Refusal('not-found');
    return { testId, queued, accepted: null, shown: null, error: '' };
  });

  // The response is the same for a wrong receipt, so that guessing reveals nothing.
  route(app, services, 'pushReceipt', async ({ db, body }) => {
    if (body.outcome !== 'SEEN') await pushShown(db, body.receipt, nowSeconds(services));
    return done;
  });
}
