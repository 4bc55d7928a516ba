import * as v from 'valibot';
import { asOneLine } from '../lines.ts';
import { NotificationSettings } from './notifications.ts';

// Apart from `notifications.ts`, because the first list loads the responses of all calls.

/** Ours: the kinds of notifications with their labels. Users turn each on and off. */
export const noticeKinds = {
  MESSAGE: 'Messages sent to you',
  NEW_JOB: 'New jobs and messages on unassigned jobs',
  ASSIGNMENT: 'Jobs assigned to you',
  STATUS: 'Status changes and deliverables',
  TRACKING: 'Tracking numbers',
  MENTION: 'Staff notes that mention you',
} as const;
export type NoticeKind = keyof typeof noticeKinds;

export const staffNoticeKinds = [
  'MESSAGE',
  'NEW_JOB',
  'ASSIGNMENT',
  'MENTION',
] as const satisfies NoticeKind[];
export const clientNoticeKinds = ['MESSAGE', 'STATUS', 'TRACKING'] as const satisfies NoticeKind[];

/** When notifications are also sent by email, with labels. */
export const emailChoices = {
  WITHOUT_DEVICE: 'Only if notifications are off on all my devices',
  ALWAYS: 'Always',
  NEVER: 'Never',
} as const;
export type EmailChoice = keyof typeof emailChoices;

const clock = v.pipe(v.string(), v.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time like 22:00'));

function isTimeZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en-US', { timeZone: name }));
  } catch {
    return false;
  }
}

/** IANA name: "America/New_York". */
export const timeZone = v.pipe(v.string(), v.maxLength(60), v.check(isTimeZone, 'must be a known time zone'));

/** POST /notifications/settings. */
export const NotificationSettingsForm = v.object({
  ...NotificationSettings.entries,
  quietHours: v.nullable(v.object({ from: clock, to: clock, timeZone })),
});

const base64url = /^[\w-]+={0,2}$/;

/** POST /notifications/devices: registers a browser, which repeats it at every start. The endpoint identifies the device. */
export const NewDevice = v.object({
  endpoint: v.pipe(v.string(), v.maxLength(2000), v.regex(/^https?:\/\/[^\s]+$/, 'must be an address')),
  keys: v.object({
    p256dh: v.pipe(v.string(), v.maxLength(200), v.regex(base64url, 'must be base64url')),
    auth: v.pipe(v.string(), v.maxLength(100), v.regex(base64url, 'must be base64url')),
  }),
  label: v.pipe(v.string(), v.transform(asOneLine), v.maxLength(100)),
});

/** POST /notifications/devices/remove, and POST /notifications/test. */
export const DeviceChoice = v.object({ deviceId: v.pipe(v.string(), v.maxLength(100)) });

/** POST /notifications/receipts: reports what became of a push, by the secret that came with it instead of a sign-in. */
export const PushReceipt = v.object({
  receipt: v.pipe(v.string(), v.maxLength(100)),
  /** `SEEN`: not shown, because the conversation was on the screen, or without its text to somebody else. */
  outcome: v.picklist(['SHOWN', 'SEEN', 'CLICKED']),
});
