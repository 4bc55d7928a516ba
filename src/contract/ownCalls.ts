import * as v from 'valibot';
import { blob, filledIn, type Named, page } from './calls.ts';
import { LiveBatch } from './live.ts';
import {
  Device,
  Done,
  devicesPath,
  NotificationSettings,
  Notifications,
  PushTest,
  receiptsPath,
} from './notifications.ts';
import { AuditEntry, Erased, ErasureAsked, OwnErasure } from './people.ts';
import type { ownRequests } from './requests.ts';
import { Invitation } from './user.ts';

/** Calls of our own backend beside the 18; another backend answers them 404, which says "none" here too. */
export const ownCalls = {
  /** The reader's own invitation, by the token's e-mail. */
  invitation: { method: 'GET', path: '/users/invitation', answer: Invitation, write: false },
  /** The invitation whose letter carried this unguessable token; needs no sign-in. */
  invitationByToken: { method: 'GET', path: '/users/invitation/{token}', answer: Invitation, write: false },
  /** Signs a person out everywhere: oneself, or for an administrator anybody. */
  endSessions: { method: 'POST', path: '/users/sessions/end', answer: Done, write: true },
  /** What happened since a cursor, for whoever cannot keep a stream (`/events/stream`) open. */
  events: { method: 'POST', path: '/events', answer: LiveBatch, write: false },
  /** How the reader is told of things: settings, devices, and the key to subscribe with. */
  notifications: { method: 'GET', path: '/notifications', answer: Notifications, write: false },
  saveNotificationSettings: {
    method: 'POST',
    path: '/notifications/settings',
    answer: NotificationSettings,
    write: true,
  },
  registerDevice: { method: 'POST', path: devicesPath, answer: Device, write: true },
  removeDevice: { method: 'POST', path: '/notifications/devices/remove', answer: Done, write: true },
  /** Sends one push to one device of the reader's; `notifications` tells how far it came. */
  testDevice: { method: 'POST', path: '/notifications/test', answer: PushTest, write: true },
  /** A small picture of an attachment: of a picture itself, of a PDF its first page. `size` is one of `previewSizes`. */
  preview: { method: 'GET', path: '/attachments/{key}/preview/{size}', answer: blob, write: false },
  /** A device tells what became of a push; needs no sign-in. */
  pushReceipt: { method: 'POST', path: receiptsPath, answer: Done, write: true },
  /** What administrators and staff did about people, and what the server did by itself (administrators). */
  audit: { method: 'POST', path: '/audit', answer: page(AuditEntry), write: false },
  /** Takes a person out of everything but their jobs (administrators). */
  erasePerson: { method: 'POST', path: '/users/erase', answer: Erased, write: true },
  /** Whether the reader asks to be erased. */
  ownErasure: { method: 'GET', path: '/users/erasure', answer: OwnErasure, write: false },
  askErasure: { method: 'POST', path: '/users/erasure/ask', answer: OwnErasure, write: true },
  /** Who asks to be erased, the longest wait first (administrators). */
  erasuresAsked: { method: 'GET', path: '/users/erasures', answer: v.array(ErasureAsked), write: false },
} as const;

export type OwnCallName = keyof typeof ownCalls;

/** The body of one of our own calls as it is sent; undefined for a GET. */
export type OwnRequestOf<N extends OwnCallName> = N extends keyof typeof ownRequests
  ? v.InferInput<(typeof ownRequests)[N]>
  : undefined;

/** The same after the rules ran over it. */
export type CheckedOwnRequestOf<N extends OwnCallName> = N extends keyof typeof ownRequests
  ? v.InferOutput<(typeof ownRequests)[N]>
  : undefined;

/** What one of our own calls answers, out of its envelope. */
export type OwnAnswerOf<N extends OwnCallName> = (typeof ownCalls)[N]['answer'] extends v.GenericSchema
  ? v.InferOutput<(typeof ownCalls)[N]['answer'] & v.GenericSchema>
  : typeof blob;

/** The path parameters of one of our own calls. */
export type OwnParamsOf<N extends OwnCallName> = { [K in Named<(typeof ownCalls)[N]['path']>]: string };

/** The path of a call with its parameters filled in and encoded. */
export function ownPathOf<N extends OwnCallName>(name: N, params: OwnParamsOf<N>): string {
  return filledIn(ownCalls[name].path, params);
}
