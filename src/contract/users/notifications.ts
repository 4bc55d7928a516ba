import * as v from 'valibot';
import type { EmailChoice, NoticeKind } from './notificationForms.ts';

/** Ours: the notification settings of a user. `NotificationSettingsForm` has the rules of the hours. */
export const NotificationSettings = v.object({
  kinds: v.object({
    MESSAGE: v.boolean(),
    NEW_JOB: v.boolean(),
    ASSIGNMENT: v.boolean(),
    STATUS: v.boolean(),
    TRACKING: v.boolean(),
    MENTION: v.boolean(),
  } satisfies Record<NoticeKind, unknown>),
  /** Whether a notification on a screen quotes the message; else it names the job only. Emails do not follow it. */
  previews: v.boolean(),
  /** Hours in which notifications are put off; null for none. */
  quietHours: v.nullable(
    v.object({
      /** "22:00". */
      from: v.string(),
      to: v.string(),
      /** IANA name. */
      timeZone: v.string(),
    }),
  ),
  mail: v.picklist(['WITHOUT_DEVICE', 'ALWAYS', 'NEVER'] satisfies EmailChoice[]),
});
export type NotificationSettings = v.InferOutput<typeof NotificationSettings>;

export const defaultNotificationSettings: NotificationSettings = {
  kinds: { MESSAGE: true, NEW_JOB: true, ASSIGNMENT: true, STATUS: true, TRACKING: true, MENTION: true },
  previews: false,
  quietHours: null,
  mail: 'WITHOUT_DEVICE',
};

const seconds = v.nullable(v.number());

/** The progress of a test push; each time in seconds, null while the step is not done. */
export const PushTest = v.object({
  testId: v.string(),
  queued: v.number(),
  /** When the push service accepted it. */
  accepted: seconds,
  /** When the device reported that it showed it. */
  shown: seconds,
  /** Why a step failed, as a sentence, or empty. */
  error: v.string(),
});
export type PushTest = v.InferOutput<typeof PushTest>;

/** Ours: a browser with a push subscription. Times in seconds. */
export const Device = v.object({
  /** SHA-256 of the endpoint, base64url, which a device can compute for itself. */
  deviceId: v.string(),
  /** "Chrome on Android". */
  label: v.string(),
  /** Host of the push service, "fcm.googleapis.com". */
  service: v.string(),
  createdTimestamp: v.number(),
  /** When the app was last opened on it. */
  seenTimestamp: v.number(),
  /** `GONE`: the subscription has ended, and the device has to subscribe again. */
  state: v.picklist(['SUBSCRIBED', 'FAILING', 'GONE']),
  /** When the push service last accepted a push, and when the device last showed one. */
  acceptedTimestamp: seconds,
  shownTimestamp: seconds,
  /** Why the last push failed, as a sentence, or empty. */
  error: v.string(),
  /** The last test push, or null. */
  test: v.nullable(PushTest),
});
export type Device = v.InferOutput<typeof Device>;

/** GET /notifications: the caller's settings and devices. */
export const Notifications = v.object({
  /** VAPID public key, base64url. */
  publicKey: v.string(),
  settings: NotificationSettings,
  devices: v.array(Device),
});
export type Notifications = v.InferOutput<typeof Notifications>;

/**
 * The payload of a push: Declarative Web Push, which WebKit shows without a worker, with `data` for our worker. It contains no
 * name, token or text of a message, unless the recipient has turned previews on.
 */
export const PushPayload = v.object({
  web_push: v.literal(8030),
  notification: v.object({
    title: v.string(),
    body: v.string(),
    /** Absolute address that a click opens. */
    navigate: v.string(),
    /** One for each job, so that a later notification replaces an earlier one. */
    tag: v.string(),
    lang: v.literal('en'),
    dir: v.literal('ltr'),
    silent: v.boolean(),
    /** Absolute address of the firm’s icon, where it has a logo. */
    icon: v.exactOptional(v.string()),
    data: v.object({
      /** Id of the recipient at the identity provider. Another user of the device sees a neutral text. */
      ownerUid: v.string(),
      /** Empty for a test. */
      jobId: v.string(),
      communicationId: v.string(),
      /** The secret of POST /notifications/receipts. */
      receipt: v.string(),
      /** Messages that need the recipient's answer. */
      unread: v.number(),
    }),
  }),
  /** As `unread`, for the badge of the app. */
  app_badge: v.number(),
  mutable: v.literal(true),
});
export type PushPayload = v.InferOutput<typeof PushPayload>;
