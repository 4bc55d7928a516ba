import * as v from 'valibot';
import { oneLine } from './fields.ts';

/** Ours: what a person can be told of while they do not look, by the name people read. Each is switched on and off by itself. */
export const noticeKinds = {
  MESSAGE: 'Messages to you',
  NEW_JOB: 'New jobs, and messages on jobs nobody does yet',
  ASSIGNMENT: 'Jobs assigned to you',
  STATUS: 'Status changes and stamped results',
  TRACKING: 'Tracking numbers',
} as const;
export type NoticeKind = keyof typeof noticeKinds;

/** Which of them there are for whom. */
export const staffNoticeKinds = ['MESSAGE', 'NEW_JOB', 'ASSIGNMENT'] as const satisfies NoticeKind[];
export const clientNoticeKinds = ['MESSAGE', 'STATUS', 'TRACKING'] as const satisfies NoticeKind[];

const clock = v.pipe(v.string(), v.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time like 22:00'));

function isTimeZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en-US', { timeZone: name }));
  } catch {
    return false;
  }
}

/** When letters go out instead of, or beside, notifications on a device. */
export const mailChoices = {
  WITHOUT_DEVICE: 'When no device of mine is notified',
  ALWAYS: 'Always',
  NEVER: 'Never',
} as const;
export type MailChoice = keyof typeof mailChoices;

/** Ours: how a person wants to be told. */
export const NotificationSettings = v.object({
  kinds: v.object({
    MESSAGE: v.boolean(),
    NEW_JOB: v.boolean(),
    ASSIGNMENT: v.boolean(),
    STATUS: v.boolean(),
    TRACKING: v.boolean(),
  } satisfies Record<NoticeKind, unknown>),
  /** Whether a notification may show what a message says. Off, it says that there is one and on which job. */
  previews: v.boolean(),
  /** In these hours nothing is sent; what came is told at their end. Null when there are none. */
  quietHours: v.nullable(
    v.object({
      from: clock,
      to: clock,
      /** IANA name of where the clock hangs: "America/New_York". */
      timeZone: v.pipe(v.string(), v.maxLength(60), v.check(isTimeZone, 'must be a known time zone')),
    }),
  ),
  mail: v.picklist(['WITHOUT_DEVICE', 'ALWAYS', 'NEVER'] satisfies MailChoice[]),
});
export type NotificationSettings = v.InferOutput<typeof NotificationSettings>;

/** Of whoever has not said otherwise. */
export const defaultNotificationSettings: NotificationSettings = {
  kinds: { MESSAGE: true, NEW_JOB: true, ASSIGNMENT: true, STATUS: true, TRACKING: true },
  previews: false,
  quietHours: null,
  mail: 'WITHOUT_DEVICE',
};

const seconds = v.nullable(v.number());

/** One push as it went step by step; each time in seconds, null while the step is not done. */
export const PushTest = v.object({
  testId: v.string(),
  queued: v.number(),
  /** When the push service of the browser took it. */
  accepted: seconds,
  /** When the device said that it showed it. */
  shown: seconds,
  /** Why a step failed, as a sentence; empty while none has. */
  error: v.string(),
});
export type PushTest = v.InferOutput<typeof PushTest>;

/** Ours: a browser that is notified. */
export const Device = v.object({
  /** SHA-256 of the endpoint, base64url: a device knows its own without keeping anything. */
  deviceId: v.string(),
  /** "Chrome on Android". */
  label: v.string(),
  /** Host of the push service, "fcm.googleapis.com". */
  service: v.string(),
  createdTimestamp: v.number(),
  /** When the app on it was opened last. */
  seenTimestamp: v.number(),
  /** `GONE`: the push service knows it no more; it must subscribe again. */
  state: v.picklist(['SUBSCRIBED', 'FAILING', 'GONE']),
  /** When the push service took a push last, and when the device showed one last. */
  acceptedTimestamp: seconds,
  shownTimestamp: seconds,
  /** Why the last push failed, as a sentence; empty when it did not. */
  error: v.string(),
  /** The last test; null when there was none. */
  test: v.nullable(PushTest),
});
export type Device = v.InferOutput<typeof Device>;

/** GET /notifications: everything a person sees of how they are told. */
export const Notifications = v.object({
  /** VAPID public key, base64url: what a browser subscribes with. */
  publicKey: v.string(),
  settings: NotificationSettings,
  devices: v.array(Device),
});
export type Notifications = v.InferOutput<typeof Notifications>;

const base64url = /^[\w-]+={0,2}$/;

/** POST /notifications/devices: this browser is to be notified. Sent again at every start; the same endpoint is the same device. */
export const NewDevice = v.object({
  endpoint: v.pipe(v.string(), v.maxLength(2000), v.regex(/^https?:\/\/[^\s]+$/, 'must be an address')),
  keys: v.object({
    p256dh: v.pipe(v.string(), v.maxLength(200), v.regex(base64url, 'must be base64url')),
    auth: v.pipe(v.string(), v.maxLength(100), v.regex(base64url, 'must be base64url')),
  }),
  label: v.pipe(v.string(), v.trim(), v.maxLength(100), oneLine),
});

/** Names one device: to take it off, or to test it. */
export const DeviceChoice = v.object({ deviceId: v.pipe(v.string(), v.maxLength(100)) });

/** POST /notifications/receipts: a device tells what became of a push, by the unguessable word that came with it; needs no sign-in. */
export const PushReceipt = v.object({
  receipt: v.pipe(v.string(), v.maxLength(100)),
  /** `SHOWN`, or `SEEN`: the conversation was on screen, so that nothing had to be shown. */
  outcome: v.picklist(['SHOWN', 'SEEN', 'CLICKED']),
});

/** Done; there is nothing to tell. */
export const Done = v.object({ done: v.literal(true) });

/**
 * What a push carries: the declarative form (WebKit shows it without a worker), and `data` for our worker. It names a job, and no
 * person, token or text of a message, unless the person chose to see previews.
 */
export const PushPayload = v.object({
  web_push: v.literal(8030),
  notification: v.object({
    title: v.string(),
    body: v.string(),
    /** Absolute address of what it is about, opened by a click. */
    navigate: v.string(),
    /** One for each job, so that a later one takes the place of an earlier one. */
    tag: v.string(),
    lang: v.literal('en'),
    dir: v.literal('ltr'),
    silent: v.boolean(),
    data: v.object({
      /** Whose it is: the identity provider's id. Another person on the device sees a neutral sentence. */
      ownerUid: v.string(),
      /** Empty for a test. */
      jobId: v.string(),
      communicationId: v.string(),
      /** Given back with POST /notifications/receipts. */
      receipt: v.string(),
      /** New messages addressed to the person. */
      unread: v.number(),
    }),
  }),
  /** As `unread`, where the system itself shows it. */
  app_badge: v.number(),
  mutable: v.literal(true),
});
export type PushPayload = v.InferOutput<typeof PushPayload>;
