import * as v from 'valibot';
import type { CalendarFeed, DuePreview, DueSettings } from './due/dueDates.ts';
import type { SavedComparison } from './files/savedComparison.ts';
import type { EmailTest, Firm, FirmSettings } from './firmSettings.ts';
import type { TrustedIssuer } from './issuers.ts';
import { Shot } from './jobs/checklist.ts';
import type { Figures } from './jobs/figures.ts';
import { Job, JobStats } from './jobs/job.ts';
import { Attachment, HistoryEntry, JobDetails } from './jobs/jobDetails.ts';
import { LiveBatch } from './live.ts';
import { InboxMessage, Message, WholeText } from './messages/message.ts';
import { StaffNote } from './messages/note.ts';
import { page } from './page.ts';
import type { FirmKeys, FirmSeals, License, SealCheck } from './proof/proof.ts';
import type { requests } from './requests.ts';
import type { SavedReply } from './savedReplies.ts';
import type { SavedView } from './savedViews.ts';
import type { AuditEntry } from './users/auditEntry.ts';
import type { Erased, ErasureRequest, OwnErasure } from './users/erasures.ts';
import type { SentInvitation } from './users/invitation.ts';
import type { Device, NotificationSettings, Notifications, PushTest } from './users/notifications.ts';
import {
  Employee,
  EndedInvitation,
  Invitation,
  InvitationResult,
  Profile,
  UserCounts,
} from './users/user.ts';

/**
 * The response to an update: the job, and the message when one was sent, also as the reason of a change. `addressed` (ours): the ids
 * that it marked as addressed, where it named any.
 */
const UpdateResponse = v.object({
  job: JobDetails,
  communication: v.nullable(Message),
  addressed: v.exactOptional(v.array(v.string())),
  /** Ours: the version of the job before a change. */
  versionBefore: v.exactOptional(v.number()),
});

/** A page of profiles; the first page may carry the counts of all listings. */
const ProfilesPage = v.object({ ...page(Profile).entries, counts: v.exactOptional(UserCounts) });

/** A file with its job. */
const FoundFile = v.object({
  ...Attachment.entries,
  jobId: v.string(),
  project: v.string(),
  jobCode: v.string(),
});
export type FoundFile = v.InferOutput<typeof FoundFile>;

/**
 * The results of a search: of each kind the first ones, or a page of the requested kind, newest first. The `content` of a message is an
 * excerpt with the first found word. Clients have no `users`.
 */
const SearchResults = v.object({
  jobs: v.exactOptional(page(Job)),
  messages: v.exactOptional(page(Message)),
  files: v.exactOptional(page(FoundFile)),
  users: v.exactOptional(page(Profile)),
});

/** The response of a call without data. */
const Done = v.object({ done: v.literal(true) });

const something = v.record(v.string(), v.unknown());
/** A response whose form is loaded with what reads and checks it (`api/checked.ts`). */
/* @__NO_SIDE_EFFECTS__ */
function later<T>() {
  return something as unknown as v.GenericSchema<T>;
}

/** Marks a call whose response is a file. */
export const blob = 'blob';

/**
 * The header that our server sets on every response, whatever its status. A response of a proxy, a gateway or a network's sign-in
 * page lacks it; a reverse proxy in front of the server must pass it on.
 */
export const responseMark = 'ev-jobs';

/** Responds while the server runs, to anyone. */
export const healthPath = '/healthz';

/** Ours, the query of `conversation`: requests its `newestMessages` newest messages. */
export const newestOnly = { part: 'newest' } as const;

/**
 * Ours, the query of `conversation`: requests the messages before the one with this sequence. A conversation too long for one
 * response comes with its newest messages, the first of them marked `earlier`.
 */
export function earlierThan(sequence: number): Record<string, string> {
  return { before: String(sequence) };
}

type Call = {
  method: 'GET' | 'POST';
  /** Below the base; `{name}` is a path parameter. */
  path: string;
  response: v.GenericSchema | typeof blob;
  /** Whether it changes something; then it may carry an `Idempotency-Key`. */
  write: boolean;
  /** It is not one of the 18 calls of §7. */
  ours?: true;
};

/** A call of ours that reads. */
/* @__NO_SIDE_EFFECTS__ */
function get<const P extends string, R extends Call['response']>(path: P, response: R) {
  return { method: 'GET', path, response, write: false, ours: true } as const;
}

/** A call of ours that reads by a body. */
/* @__NO_SIDE_EFFECTS__ */
function ask<const P extends string, R extends Call['response']>(path: P, response: R) {
  return { method: 'POST', path, response, write: false, ours: true } as const;
}

/** A call of ours that changes something. */
/* @__NO_SIDE_EFFECTS__ */
function write<const P extends string, R extends Call['response']>(path: P, response: R) {
  return { method: 'POST', path, response, write: true, ours: true } as const;
}

/**
 * Every call: the 18 of §7, and ours. The body of each POST is in `requests.ts` under the same name, apart from here because its
 * rules include the phone numbering plans (30 KB), which a screen that only reads does not load.
 */
export const calls = {
  allMessages: { method: 'POST', path: '/evcommunications', response: page(InboxMessage), write: false },
  markMessage: { method: 'POST', path: '/update/communication', response: Message, write: true },
  /** Puts a conversation off for the caller alone. */
  snooze: write('/evcommunications/snooze', v.object({ jobId: v.string(), until: v.number() })),
  attachment: { method: 'GET', path: '/attachments/{key}/{fileName}', response: blob, write: false },
  job: { method: 'GET', path: '/jobs/{jobId}', response: JobDetails, write: false },
  conversation: {
    method: 'GET',
    path: '/jobs/{jobId}/communication',
    response: v.array(Message),
    write: false,
  },
  reportJob: { method: 'POST', path: '/jobs/report', response: JobDetails, write: true },
  updateJob: { method: 'POST', path: '/jobs/update', response: UpdateResponse, write: true },
  inviteUsers: { method: 'POST', path: '/users/invite/v2', response: v.array(InvitationResult), write: true },
  download: { method: 'POST', path: '/evjobs/download', response: blob, write: false },
  register: { method: 'POST', path: '/register', response: Profile, write: true },
  employees: { method: 'POST', path: '/users/employees/emails', response: v.array(Employee), write: false },
  profile: { method: 'GET', path: '/users/profile/{email}', response: Profile, write: false },
  profiles: { method: 'POST', path: '/users/profiles', response: ProfilesPage, write: false },
  updateProfiles: { method: 'POST', path: '/users/update/profiles', response: v.array(Profile), write: true },
  jobs: { method: 'POST', path: '/v2/evjobs', response: page(Job), write: false },
  searchJobs: { method: 'POST', path: '/evjobs/v2/search', response: page(Job), write: false },
  userStats: { method: 'GET', path: '/evjobs/{email}/stats', response: JobStats, write: false },
  stats: { method: 'GET', path: '/evjobs/stats', response: JobStats, write: false },

  /** The whole text of an email of which a message shows a part. */
  wholeText: get('/messages/{communicationId}/whole', WholeText),
  /** Searches jobs, messages, names of files and, for staff, users. */
  search: ask('/search', SearchResults),
  /** How long jobs of a period took, and the work that is open (staff). */
  figures: ask('/figures', later<Figures>()),
  /** The caller's own invitation, found by the email address of the token. */
  invitation: get('/users/invitation', v.nullable(Invitation)),
  /**
   * Stores the profile of a new account until its address is verified, and says whether it is, as by the token of its invitation. It
   * takes no key: a repeat replaces what is stored.
   */
  signUp: ask('/users/sign-up', v.object({ verified: v.boolean() })),
  /** The invitation whose email carried this token, or why it has ended; needs no sign-in. */
  invitationByToken: get('/users/invitation/{token}', v.nullable(v.union([Invitation, EndedInvitation]))),
  /** The invitations that were sent, of the user types that the caller may invite (staff). */
  invitations: ask('/users/invitations', page(later<SentInvitation>())),
  /** Withdraws an invitation: its link can no longer be used. */
  withdrawInvitation: write('/users/invitations/withdraw', Done),
  /** Signs a user out everywhere: the caller, or, for an admin, anyone. */
  endSessions: write('/users/sessions/end', Done),
  /** The changes of a job before those in `JobDetails`, newest first. */
  jobHistory: ask('/jobs/{jobId}/history', page(HistoryEntry)),
  /** The events since a cursor, for a client without a stream (`/events/stream`). */
  events: ask('/events', LiveBatch),
  /** The caller's notification settings and devices, and the VAPID key to subscribe with. */
  notifications: get('/notifications', later<Notifications>()),
  saveNotificationSettings: write('/notifications/settings', later<NotificationSettings>()),
  registerDevice: write('/notifications/devices', later<Device>()),
  removeDevice: write('/notifications/devices/remove', Done),
  /** Sends one push to one of the caller's devices; `notifications` returns its progress. */
  testDevice: write('/notifications/test', later<PushTest>()),
  /** A preview image of an attachment (of a PDF, its first page). `size` is one of `previewSizes`. */
  preview: get('/attachments/{key}/preview/{size}', blob),
  /** Reports what a device did with a push; needs no sign-in. */
  pushReceipt: write('/notifications/receipts', Done),
  /** The shots of all photo checklists, in the order of their lists. */
  checklists: get('/checklists', v.array(Shot)),
  /** Adds, changes, moves or removes a shot (admins); the response is that of `checklists`. */
  saveShot: write('/checklists/shots', v.array(Shot)),
  /** The saved replies of the firm, and the caller's own (staff), by name. */
  savedReplies: get('/saved-replies', v.array(later<SavedReply>())),
  /** Adds, changes or removes one: admins also of the firm's. The response is that of `savedReplies`. */
  saveReply: write('/saved-replies/save', v.array(later<SavedReply>())),
  /** The named lists of jobs of the caller, and those that are shared with the staff (staff), by name. */
  savedViews: get('/views', v.array(later<SavedView>())),
  /** Adds, changes or removes one. The response is that of `savedViews`. */
  saveView: write('/views/save', v.array(later<SavedView>())),
  /** How many jobs each of some lists has, up to one more than `mostCounted` (staff). */
  jobCounts: ask('/evjobs/counts', v.array(v.number())),
  /** The certificates through which signatures in PDF files are proven. */
  trustedIssuers: get('/trusted-issuers', v.array(later<TrustedIssuer>())),
  /** Trusts an issuer (admins); the response is that of `trustedIssuers`. */
  addTrustedIssuer: write('/trusted-issuers/add', v.array(later<TrustedIssuer>())),
  removeTrustedIssuer: write('/trusted-issuers/remove', v.array(later<TrustedIssuer>())),
  /** The notes of staff on a job (staff), newest first. `?startAfter=` requests the next page. */
  staffNotes: get('/jobs/{jobId}/notes', page(StaffNote)),
  addStaffNote: write('/jobs/note', StaffNote),
  /** What differs between PDFs of a job and earlier ones, newest first. */
  comparisons: get('/jobs/{jobId}/comparisons', v.array(later<SavedComparison>())),
  saveComparison: write('/jobs/comparison', Done),
  /** The rules of due dates (admins). */
  dueRules: get('/due-rules', later<DueSettings>()),
  /** Sets the rules of due dates, or turns due dates off (admins). The dates of open jobs follow within minutes. */
  saveDueRules: write('/due-rules/save', later<DueSettings>()),
  /** What rules would lead to (admins). */
  previewDueRules: ask('/due-rules/preview', later<DuePreview>()),
  /** How this server is set up (admins). */
  firmSettings: get('/settings', later<FirmSettings>()),
  /** What the firm calls itself; needs no sign-in. */
  firm: get('/firm', later<Firm>()),
  /** Reports what a device has measured; needs no sign-in. Counted in histograms, and stored nowhere. */
  fieldData: ask('/field-data', Done),
  /** Saves what the firm calls itself (admins); the response is that of `firm`. */
  saveFirm: write('/firm/save', later<Firm>()),
  /** Saves the firm's logo, or removes it (admins). */
  saveLogo: write('/firm/logo', later<Firm>()),
  /** Saves whether photos always say when and where they were taken (admins). */
  savePhotoRule: write('/firm/photo-data', later<Firm>()),
  /** Sends an email to the caller, and waits for what the mail server says (admins). */
  testEmail: ask('/settings/test-email', later<EmailTest>()),
  calendarFeed: get('/calendar-feed', later<CalendarFeed>()),
  /** What anybody who has the token of a seal is told of it; needs no sign-in. */
  sealCheck: get('/check/{token}', later<SealCheck>()),
  /** The firm's public keys; needs no sign-in. */
  firmKeys: get('/keys', later<FirmKeys>()),
  /** Its keys, and which seals are superseded or withdrawn, for checks without a connection. */
  firmSeals: get('/seals', later<FirmSeals>()),
  /** The licenses of all engineers (staff). */
  licenses: get('/licenses', later<{ licenses: License[] }>()),
  /** Adds, changes or removes a license (admins); the response is that of `licenses`. */
  saveLicense: write('/licenses/save', later<{ licenses: License[] }>()),
  /** Makes the signature report of a delivery (staff). */
  makeReport: write('/signature-report', JobDetails),
  /** Makes the caller's calendar feed, in place of an earlier one, or ends it. It is then at `/api/calendar/{token}.ics`. */
  saveCalendarFeed: write('/calendar-feed/save', later<CalendarFeed>()),
  /** The audit trail: changes of users, and actions of the server itself (admins). */
  audit: ask('/audit', page(later<AuditEntry>())),
  /** Removes a user from everything but their jobs (admins). */
  eraseUser: write('/users/erase', later<Erased>()),
  /** Whether the caller has requested the deletion of their account. */
  ownErasure: get('/users/erasure', later<OwnErasure>()),
  askErasure: write('/users/erasure/ask', later<OwnErasure>()),
  /** The users who requested the deletion of their account, the longest wait first (admins). */
  erasuresAsked: get('/users/erasures', v.array(later<ErasureRequest>())),
} as const satisfies Record<string, Call>;

export type CallName = keyof typeof calls;

/** The calls whose response is a file. */
export type BlobCallName = {
  [N in CallName]: (typeof calls)[N]['response'] extends typeof blob ? N : never;
}[CallName];

type Named<P extends string> = P extends `${string}{${infer Name}}${infer Rest}` ? Name | Named<Rest> : never;

/** The path parameters of a call: `{ jobId: string }`. */
export type ParamsOf<N extends CallName> = { [K in Named<(typeof calls)[N]['path']>]: string };

/** The body of a call as it is sent; undefined for a GET. */
export type RequestOf<N extends CallName> = N extends keyof typeof requests
  ? v.InferInput<(typeof requests)[N]>
  : undefined;

/** The body of a call after validation. */
export type CheckedRequestOf<N extends CallName> = N extends keyof typeof requests
  ? v.InferOutput<(typeof requests)[N]>
  : undefined;

/** The response of a call, without its envelope. */
export type ResponseOf<N extends CallName> = (typeof calls)[N]['response'] extends v.GenericSchema
  ? v.InferOutput<(typeof calls)[N]['response'] & v.GenericSchema>
  : typeof blob;

/** Returns the path of a call with its parameters encoded and filled in. */
export function pathOf<N extends CallName>(name: N, params: ParamsOf<N>): string {
  const values: Readonly<Record<string, string>> = params;
  return calls[name].path.replace(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(values[key] ?? ''));
}
