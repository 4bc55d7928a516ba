import { approved, onlyEventsFor } from '../access/access.ts';
import { eventsSince, presentCursor } from '../data/liveEvents.ts';
import { endMailTokens } from '../data/notify/mailTokens.ts';
import { readSettings, saveSettings } from '../data/notify/notificationSettings.ts';
import { devicesOf, removeDevice, saveDevice } from '../data/notify/pushDevices.ts';
import { pushShown } from '../data/notify/pushOutcome.ts';
import { queueTest, requeuePushes } from '../data/notify/pushQueue.ts';
import { invalid, Refusal } from '../errors/errors.ts';
import { kilobyte, list, read, write } from '../http/callCosts.ts';
import type { CallHandler, CallRows } from '../http/callRow.ts';
import { cursorSeal } from '../live/cursorSeal.ts';
import { eventsFor } from '../live/eventsFor.ts';
import { isBrowserKey, isBrowserSecret, isPushEndpoint } from '../push/endpoint.ts';

const notifications: CallHandler<'notifications'> = async ({ db, caller, services }) => ({
  publicKey: services.vapid.publicKey,
  settings: await readSettings(db, caller.email),
  devices: await devicesOf(db, caller.email),
});

const saveNotificationSettings: CallHandler<'saveNotificationSettings'> = async ({
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

const registerDevice: CallHandler<'registerDevice'> = async ({ db, caller, body, now, services }) => {
  if (!isPushEndpoint(body.endpoint, services.loopbackPush)) {
    throw invalid('endpoint', 'must be the https address of a public push service');
  }
  if (!isBrowserKey(body.keys.p256dh)) throw invalid('keys.p256dh', 'must be a public key of P-256');
  if (!isBrowserSecret(body.keys.auth)) throw invalid('keys.auth', 'must be 16 bytes');
  const { email, uid } = caller;
  return saveDevice(db, { ...body, owner: { email, uid } }, now);
};

const testDevice: CallHandler<'testDevice'> = async ({ db, caller, body, now }) => {
  const testId = await queueTest(db, caller.email, body.deviceId, now);
  if (testId === null) throw new Refusal('not-found');
  return { testId, queued: now, accepted: null, shown: null, error: '' };
};

/** The calls of notifications, devices and live events. */
export const notificationCalls = {
  notifications: {
    access: approved,
    cost: read,
    tag: 'Notifications',
    summary: 'Get notification settings',
    description:
      'Returns the settings, the devices with the outcome of the last push to each, and the key that browsers subscribe with.',
    handler: notifications,
  },
  saveNotificationSettings: {
    access: approved,
    cost: write,
    tag: 'Notifications',
    summary: 'Update notification settings',
    description: 'Replaces all settings.',
    handler: saveNotificationSettings,
  },
  registerDevice: {
    access: approved,
    cost: write,
    tag: 'Notifications',
    summary: 'Register a device',
    description:
      'Clients send this at every start. The same endpoint is the same device, and belongs to the caller from then on.',
    handler: registerDevice,
  },
  removeDevice: {
    access: approved,
    cost: write,
    tag: 'Notifications',
    summary: 'Remove a device',
    description: 'Succeeds if the device doesn’t exist.',
    handler: async ({ db, caller, body }) => {
      await removeDevice(db, caller.email, body.deviceId);
      return { done: true };
    },
  },
  testDevice: {
    access: approved,
    cost: write,
    tag: 'Notifications',
    summary: 'Send a test notification',
    description: '`GET /notifications` reports the outcome.',
    errors: ['not-found'],
    handler: testDevice,
  },
  pushReceipt: {
    access: 'public',
    cost: { ...write, bodyBytes: kilobyte, values: 10 },
    tag: 'Notifications',
    summary: 'Report the outcome of a push',
    description: 'No sign-in needed: the token in the push grants access to this call only.',
    handler: async ({ db, body, now }) => {
      // The response is the same for a wrong receipt, so that guessing reveals nothing.
      if (body.outcome !== 'SEEN') await pushShown(db, body.receipt, now);
      return { done: true };
    },
  },
  events: {
    // Also the rule of the event stream (`/events/stream`).
    access: 'verified',
    // At most `mostEvents` events with their messages.
    cost: { ...list, bodyBytes: 8 * kilobyte, values: 10 },
    tag: 'Notifications',
    summary: 'List events since a cursor',
    description:
      'For clients that can’t keep `GET /events/stream` open. Without a cursor, returns only the cursor to start from.',
    handler: async ({ db, caller, body, services }) => {
      const seal = cursorSeal(services.vapid.privateKey);
      if (body.cursor === null)
        return { cursor: seal.seal(await presentCursor(db)), missed: false, events: [] };
      const since = { cursor: seal.open(body.cursor), onlyFor: onlyEventsFor(caller) };
      const { cursor, missed, visible } = await eventsSince(db, since);
      return { cursor: seal.seal(cursor), missed, events: eventsFor(caller, visible) };
    },
  },
} satisfies Partial<CallRows>;
