import * as v from 'valibot';
import { Job, JobDetails, JobStats } from './job.ts';
import { LiveBatch } from './live.ts';
import { InboxMessage, Message } from './message.ts';
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
import type { ownRequests, requests } from './requests.ts';
import { Employee, Invitation, InvitationResult, Profile, UserCounts } from './user.ts';

/** One page of a listing; `startAfter` asks for the next, null says there is none. */
function page<const S extends v.GenericSchema>(item: S) {
  return v.object({ items: v.array(item), startAfter: v.nullable(v.string()) });
}

/** What an update answers: the job, and the message when one was sent. */
const UpdateAnswer = v.object({ job: JobDetails, communication: v.nullable(Message) });

/** A page of people; the first one may tell how many each listing has. */
const ProfilesPage = v.object({ ...page(Profile).entries, counts: v.exactOptional(UserCounts) });

/** Marks a call whose answer is a file. */
export const blob = 'blob';

/**
 * The 18 calls of the specification's §7. Paths are below the base; `{name}` is a path parameter. `write` calls may
 * carry an `Idempotency-Key`. What each call takes is in `requests.ts`, under the same name: request rules carry the
 * phone numbering plans, which a screen that only reads does not load.
 */
export const calls = {
  allMessages: { method: 'POST', path: '/evcommunications', answer: page(InboxMessage), write: false },
  markMessage: { method: 'POST', path: '/update/communication', answer: Message, write: true },
  attachment: { method: 'GET', path: '/attachments/{key}/{fileName}', answer: blob, write: false },
  job: { method: 'GET', path: '/jobs/{jobId}', answer: JobDetails, write: false },
  conversation: {
    method: 'GET',
    path: '/jobs/{jobId}/communication',
    answer: v.array(Message),
    write: false,
  },
  reportJob: { method: 'POST', path: '/jobs/report', answer: JobDetails, write: true },
  updateJob: { method: 'POST', path: '/jobs/update', answer: UpdateAnswer, write: true },
  inviteUsers: { method: 'POST', path: '/users/invite/v2', answer: v.array(InvitationResult), write: true },
  download: { method: 'POST', path: '/evjobs/download', answer: blob, write: false },
  register: { method: 'POST', path: '/register', answer: Profile, write: true },
  employees: { method: 'POST', path: '/users/employees/emails', answer: v.array(Employee), write: false },
  profile: { method: 'GET', path: '/users/profile/{email}', answer: Profile, write: false },
  profiles: { method: 'POST', path: '/users/profiles', answer: ProfilesPage, write: false },
  updateProfiles: { method: 'POST', path: '/users/update/profiles', answer: v.array(Profile), write: true },
  jobs: { method: 'POST', path: '/v2/evjobs', answer: page(Job), write: false },
  searchJobs: { method: 'POST', path: '/evjobs/v2/search', answer: page(Job), write: false },
  userStats: { method: 'GET', path: '/evjobs/{email}/stats', answer: JobStats, write: false },
  stats: { method: 'GET', path: '/evjobs/stats', answer: JobStats, write: false },
} as const;

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

export type CallName = keyof typeof calls;
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

type Named<P extends string> = P extends `${string}{${infer Name}}${infer Rest}` ? Name | Named<Rest> : never;

/** The path parameters of a call: `{ jobId: string }`. */
export type ParamsOf<N extends CallName> = { [K in Named<(typeof calls)[N]['path']>]: string };

/** The body of a call as it is sent; undefined for a GET. */
export type RequestOf<N extends CallName> = N extends keyof typeof requests
  ? v.InferInput<(typeof requests)[N]>
  : undefined;

/** The body of a call after the rules ran over it. */
export type CheckedRequestOf<N extends CallName> = N extends keyof typeof requests
  ? v.InferOutput<(typeof requests)[N]>
  : undefined;

/** What a call answers, out of its envelope. */
export type AnswerOf<N extends CallName> = (typeof calls)[N]['answer'] extends v.GenericSchema
  ? v.InferOutput<(typeof calls)[N]['answer'] & v.GenericSchema>
  : typeof blob;

/** The path parameters of one of our own calls. */
export type OwnParamsOf<N extends OwnCallName> = { [K in Named<(typeof ownCalls)[N]['path']>]: string };

function filledIn(path: string, params: Readonly<Record<string, string>>): string {
  return path.replace(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(params[key] ?? ''));
}

/** The path of a call with its parameters filled in and encoded. */
export function pathOf<N extends CallName>(name: N, params: ParamsOf<N>): string {
  return filledIn(calls[name].path, params);
}

/** The same for one of our own calls. */
export function ownPathOf<N extends OwnCallName>(name: N, params: OwnParamsOf<N>): string {
  return filledIn(ownCalls[name].path, params);
}
