import { endMailTokens } from '../data/notify/mailTokens.ts';
import { readSettings, saveSettings } from '../data/notify/notificationSettings.ts';
import { devicesOf, saveDevice } from '../data/notify/pushDevices.ts';
import { queueTest, requeuePushes } from '../data/notify/pushQueue.ts';
import { invalid, Refusal } from '../errors/errors.ts';
import type { CallHandler } from '../http/callRow.ts';
import { isBrowserKey, isBrowserSecret, isPushEndpoint } from '../push/endpoint.ts';

export const notifications: CallHandler<'notifications'> = async ({ db, caller, services }) => ({
  publicKey: services.vapid.publicKey,
  settings: await readSettings(db, caller.email),
  devices: await devicesOf(db, caller.email),
});

export const saveNotificationSettings: CallHandler<'saveNotificationSettings'> = async ({
  db,
  caller,
  body,
  now,
}) => {
  const { mail } = await readSettings(db, caller.email);
  // Somebody else may have turned them off, by the link of an email that was passed on.
  if (mail === 'NEVER' && body.mail !== 'NEVER') await endMailTokens(db, caller.email);
  await saveSettings(db, caller.email, body, now);
  await requeuePushes(db, caller.email, body.quietHours, now);
  return body;
};

export const registerDevice: CallHandler<'registerDevice'> = async ({ db, caller, body, now, services }) => {
  if (!isPushEndpoint(body.endpoint, services.loopbackPush)) {
    throw invalid('endpoint', 'must be the https address of a public push service');
  }
  if (!isBrowserKey(body.keys.p256dh)) throw invalid('keys.p256dh', 'must be a public key of P-256');
  if (!isBrowserSecret(body.keys.auth)) throw invalid('keys.auth', 'must be 16 bytes');
  const { email, uid } = caller;
  return saveDevice(db, { ...body, owner: { email, uid } }, now);
};

export const testDevice: CallHandler<'testDevice'> = async ({ db, caller, body, now }) => {
  const testId = await queueTest(db, caller.email, body.deviceId, now);
  if (testId === null) throw new Refusal('not-found');
  return { testId, queued: now, accepted: null, shown: null, error: '' };
};
