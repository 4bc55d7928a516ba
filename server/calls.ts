import type { CallName } from '../src/contract/calls.ts';
import { newestMessages } from '../src/contract/limits.ts';
import { administrators, approved, invitableBy, mustBeSelf, onlyEventsFor, staff } from './access/access.ts';
import { calendarFeed, saveCalendarFeed } from './data/calendarFeeds.ts';
import { listShots, saveShot } from './data/checklists.ts';
import { dueSettings, previewDueRules, saveDueRules } from './data/due/dueRules.ts';
import { changeJob } from './data/jobs/changeJob.ts';
import { figuresOf } from './data/jobs/figures.ts';
import { listJobs, searchJobs } from './data/jobs/jobQuery.ts';
import { jobDetails, jobHistory } from './data/jobs/jobs.ts';
import { reportJob } from './data/jobs/reportJob.ts';
import { countJobs } from './data/jobs/stats.ts';
import { eventsSince, presentCursor } from './data/liveEvents.ts';
import { allMessages, inboxPart } from './data/messages/inbox.ts';
import { markMessage } from './data/messages/marks.ts';
import { wholeText } from './data/messages/messages.ts';
import { sendMessage } from './data/messages/sendMessage.ts';
import { removeDevice } from './data/notify/pushDevices.ts';
import { pushShown } from './data/notify/pushOutcome.ts';
import { search } from './data/search.ts';
import { addNote, listNotes } from './data/staffNotes.ts';
import { listAudit } from './data/users/audit.ts';
import { erasuresAsked } from './data/users/erasures.ts';
import { listInvitations } from './data/users/invitationPage.ts';
import { findInvitation, openInvitationLink } from './data/users/invitations.ts';
import { listProfiles } from './data/users/profilePage.ts';
import { listStaff } from './data/users/users.ts';
import { attachment } from './handlers/attachmentHandlers.ts';
import { download } from './handlers/download.ts';
import { conversation } from './handlers/messageHandlers.ts';
import {
  notifications,
  registerDevice,
  saveNotificationSettings,
  testDevice,
} from './handlers/notificationHandlers.ts';
import { profile, userStats } from './handlers/userHandlers.ts';
import {
  jobWrite,
  kilobyte,
  list,
  maxResponseBytes,
  read,
  rowBytes,
  textBytes,
  write,
} from './http/callCosts.ts';
import type { CallRow } from './http/callRow.ts';
import { cursorSeal } from './live/cursorSeal.ts';
import { eventsFor } from './live/eventsFor.ts';
import { changeProfiles } from './users/changeProfiles.ts';
import { endSessions } from './users/endSessions.ts';
import { invite } from './users/invite.ts';
import { inviteClient, invitesClient } from './users/inviteClient.ts';
import { register } from './users/register.ts';
import { signUp } from './users/signUp.ts';
import { eraseByAdmin, ownErasure, requestErasure } from './users/userErasure.ts';
import { withdrawInvitation } from './users/withdrawInvitation.ts';
import { repeats } from './writes/repeats.ts';

/**
 * Every call as this server carries it out, under its name in the contract: who may make it, what it may cost, its text in the API
 * reference, and its handler. The routes, the access check, the limits and the reference (`/api/docs`) are derived from this table.
 */
export const serverCalls: { [N in CallName]: CallRow<N> } = {
  allMessages: {
    access: approved,
    cost: { ...list, bodyBytes: 8 * kilobyte },
    tag: 'Messages',
    summary: 'List the messages of all jobs',
    description:
      'Returns pages of 25, newest first unless `order` says otherwise. `startAfter` is the cursor of the next page, or null on the last. Staff get the messages of all jobs, clients those of their own jobs. `part` returns one part of your inbox, the longest wait first: `needs-answer` and, for staff, `shared` (unassigned jobs) list new messages that your side hasn’t answered; `waiting` has one row per job.',
    errors: ['bad-cursor', 'not-found'],
    handler: ({ db, caller, body }) => {
      mustBeSelf(caller, body.username);
      const { part, startAfter } = body;
      return part ? inboxPart(db, caller, part, startAfter) : allMessages(db, caller, body);
    },
  },
  markMessage: {
    access: approved,
    cost: { ...write, responseBytes: 512 * kilobyte },
    written: true,
    chosen: true,
    repeat: repeats.markMessage,
    tag: 'Messages',
    summary: 'Mark a message as new or addressed',
    description:
      '`status` is the target status, so repeating the call changes nothing. Clients can only mark messages sent to them. Marks are in the job’s history.',
    errors: ['forbidden', 'not-found'],
    handler: ({ db, caller, body, choice, now }) => {
      mustBeSelf(caller, body.userName);
      return markMessage(db, caller, body, choice, now);
    },
  },
  attachment: {
    access: approved,
    cost: { ...read, responseBytes: null, atOnce: 30 },
    tag: 'Files',
    summary: 'Download a file',
    description:
      'Always returned as an attachment, with the type found in its bytes. Supports one `Range` with the ETag in `If-Range`: 206, or 416 if the file has no such range. `Repr-Digest` has the SHA-256 of the whole file.',
    errors: ['not-found'],
    handler: attachment,
  },
  job: {
    access: approved,
    cost: { ...read, responseBytes: maxResponseBytes, loopMs: 200 },
    tag: 'Jobs',
    summary: 'Get a job',
    description: 'Includes its files, deliverables, revisions and history.',
    errors: ['not-found'],
    handler: ({ db, caller, params }) => jobDetails(db, caller, params.jobId),
  },
  conversation: {
    access: approved,
    cost: { ...read, responseBytes: maxResponseBytes, loopMs: 200, atOnce: 8 },
    tag: 'Messages',
    summary: 'List the messages of a job',
    description: `Oldest first. \`?part=newest\` returns the newest ${newestMessages} only.`,
    errors: ['not-found'],
    handler: conversation,
  },
  reportJob: {
    access: approved,
    cost: jobWrite,
    takesFiles: true,
    written: true,
    changesUsers: invitesClient,
    repeat: repeats.reportJob,
    tag: 'Jobs',
    summary: 'Submit a job',
    description:
      'As JSON, or as multipart with files. Clients submit their own jobs, staff those of an approved client. With `invitesClient`, staff also submit a job for an email address without an account: it is invited as a client in the same request, unless an invitation is open, and finds the job after signing up. A job needs documents, as files or as links, unless staff send `clientSendsDocuments`: then a message asks the client for them. A job with the same address and services as another one is refused unless the other one is cancelled.',
    errors: ['forbidden', 'duplicate-job', 'code-taken', 'too-large', 'not-found', 'upload-gone'],
    handler: async (context) => {
      const { db, caller, body, files, now, written } = context;
      if (body.invitesClient) await inviteClient(context);
      return reportJob(db, caller, body, files, now, written);
    },
  },
  updateJob: {
    access: approved,
    cost: jobWrite,
    takesFiles: true,
    written: true,
    chosen: true,
    repeat: repeats.updateJob,
    tag: 'Jobs',
    summary: 'Update a job or send a message',
    description:
      'Changes name the version they were made from. A change of request type or services needs a service of that type. A `reason` with a change to On hold or Cancelled is added to the history and posted as a message, which the response has as `communication`. With `deliverable` (staff), the files become deliverables of the job, and its tracking number becomes the job’s; with `status` beside it, both are done or neither. `withdrawal` (staff) withdraws a deliverable, for a reason that its client sees in the place of the file; only staff still get that file. A body with `evCommunication.content` is a message in the job’s chat. `evCommunication.addressed` lists messages of the other side, separated by commas, that are marked as addressed with it: all of them, or nothing is sent. When the assignee changes, the client’s new messages become the new assignee’s.',
    errors: ['forbidden', 'stale', 'status-change', 'duplicate-job', 'too-large', 'not-found', 'upload-gone'],
    handler: ({ db, caller, body, files, key, now, written, choice }) =>
      'evCommunication.content' in body
        ? sendMessage(db, caller, body, files, { now, written, choice, key })
        : changeJob(db, caller, body, files, { now, written, choice }),
  },
  inviteUsers: {
    access: staff,
    cost: {
      ...write,
      bodyBytes: 256 * kilobyte,
      values: 600,
      responseBytes: 512 * kilobyte,
      storedBytes: 1_000_000,
      loopMs: 200,
      atOnce: 10,
    },
    changesUsers: true,
    tag: 'Users',
    summary: 'Invite users',
    description:
      'For staff. Employees can only invite clients. Each row gets its own result; the emails are sent afterward. Inviting someone again renews the invitation for 30 days and invalidates the earlier link.',
    handler: invite,
  },
  download: {
    access: approved,
    cost: { ...list, responseBytes: null, atOnce: 4 },
    tag: 'Jobs',
    summary: 'Export jobs',
    description:
      'Returns the filtered list as CSV, with times in UTC, or as an Excel workbook, with times of `timeZone`; or the files and messages of one job as ZIP. The response is streamed; an interrupted stream ends without its end mark.',
    errors: ['not-found'],
    handler: download,
  },
  register: {
    access: 'verified',
    cost: { ...write, bodyBytes: 32 * kilobyte },
    changesUsers: true,
    repeat: repeats.register,
    tag: 'Users',
    summary: 'Create the caller’s profile',
    description:
      'The email address must match the token. The profile is pending approval unless the user was invited. `userName` is computed.',
    errors: ['not-found', 'profile-exists'],
    handler: register,
  },
  signUp: {
    access: 'signed-in',
    cost: { ...write, bodyBytes: 32 * kilobyte, atOnce: 4 },
    tag: 'Users',
    summary: 'Store the profile of a new account',
    description:
      'For accounts whose email address need not be verified yet; it must match the token. The profile is stored for 30 days at most, in place of an earlier one, until the caller has a profile. `invitation` is the token of an invitation’s link. If that invitation is open, for this address, and from someone who may still invite, the address counts as verified from then on, the caller gets their profile at once, and `verified` is true; a new token says so too. Where EV Jobs can’t tell the identity provider, it is false, and the address is verified by email.',
    errors: ['not-found', 'profile-exists'],
    handler: signUp,
  },
  employees: {
    access: staff,
    cost: { ...list, bodyBytes: kilobyte, responseBytes: 2_000_000 },
    tag: 'Users',
    summary: 'List assignees',
    description: 'For staff. Returns the approved employees and admins, by name.',
    handler: ({ db }) => listStaff(db),
  },
  profile: {
    access: 'verified',
    cost: read,
    tag: 'Users',
    summary: 'Get a profile',
    description:
      'Users get their own profile. Once their email address is verified, the profile that they signed up with becomes theirs, unless their password was set since. Staff get anyone’s.',
    errors: ['not-found', 'profile-exists'],
    handler: profile,
  },
  profiles: {
    access: staff,
    cost: list,
    tag: 'Users',
    summary: 'List profiles',
    description:
      'For staff. Newest first, 25 per page. The first page includes the number of users in each category that match `text`.',
    errors: ['bad-cursor'],
    handler: ({ db, body }) => listProfiles(db, body),
  },
  updateProfiles: {
    access: approved,
    // A hundred users with every field at its limit; an email to each is queued, and its text stored until it is sent.
    cost: {
      ...write,
      bodyBytes: 512 * kilobyte,
      values: 2000,
      responseBytes: 2_000_000,
      storedBytes: 1_000_000,
      loopMs: 200,
      atOnce: 10,
    },
    changesUsers: true,
    repeat: repeats.updateProfiles,
    tag: 'Users',
    summary: 'Update profiles',
    description:
      'Users update their own name, company, phone number and address. Admins update anyone’s, including role and approval. Either all changes are made or none.',
    errors: ['forbidden', 'not-found', 'last-admin'],
    handler: changeProfiles,
  },
  jobs: {
    access: approved,
    cost: { ...list, bodyBytes: 8 * kilobyte },
    tag: 'Jobs',
    summary: 'List jobs',
    description:
      'Newest first, 25 per page. Clients get their own jobs. `statues` (spelled this way) filters by status. To get the next page, send the `startAfter` of the response.',
    errors: ['bad-cursor', 'not-found'],
    handler: ({ db, caller, body }) => {
      mustBeSelf(caller, body.username);
      return listJobs(db, caller, body);
    },
  },
  searchJobs: {
    access: approved,
    cost: list,
    tag: 'Jobs',
    summary: 'Search jobs',
    description:
      'Words in `text` match the beginnings of words. A job must match all filters. Clients search their own jobs.',
    errors: ['bad-cursor'],
    handler: ({ db, caller, body, now }) => searchJobs(db, caller, body, { now }),
  },
  userStats: {
    access: approved,
    cost: read,
    tag: 'Jobs',
    summary: 'Count a user’s jobs',
    description:
      'Counts a client’s jobs, or the jobs assigned to a staff member. Clients can only request their own. Your own counts include the rows of each part of your inbox.',
    errors: ['not-found'],
    handler: userStats,
  },
  stats: {
    access: staff,
    cost: read,
    tag: 'Jobs',
    summary: 'Count all jobs',
    description: 'For staff.',
    handler: ({ db, caller, now }) => countJobs(db, {}, caller, now),
  },
  wholeText: {
    access: approved,
    cost: { ...read, responseBytes: maxResponseBytes, loopMs: 200 },
    tag: 'Messages',
    summary: 'Get the whole text of a shortened message',
    description:
      'A message sent by email is posted without the quoted email and without the signature below “-- ”. If that left anything out, the message has `shortened`, and this returns the text as it came.',
    errors: ['not-found'],
    handler: ({ db, caller, params }) => wholeText(db, caller, params.communicationId),
  },
  search: {
    access: approved,
    cost: { ...list, bodyBytes: 8 * kilobyte, values: 10 },
    tag: 'Jobs',
    summary: 'Search everything',
    description:
      'Words in `text` match the beginnings of words; punctuation and operators mean nothing. Without `kind`, returns the first 5 jobs, messages, files (by name) and, for staff, users. To get more, send a `kind` and its `startAfter`. Clients search their own jobs. The `content` of a message is an excerpt.',
    errors: ['bad-cursor', 'forbidden'],
    handler: ({ db, caller, body }) => search(db, caller, body),
  },
  figures: {
    access: staff,
    // Reads the times of every job of the period.
    cost: { ...list, bodyBytes: kilobyte, values: 10, responseBytes: 256 * kilobyte, atOnce: 4 },
    tag: 'Jobs',
    summary: 'Get figures of work',
    description:
      'For staff. Medians and 90th percentiles, in seconds, of the last `weeks` weeks, the current one included: turnaround of the jobs completed in them, and first answers given in them. `by` groups them. Time on hold does not count. Also returns the open jobs, by week or by assignee. While due dates are on, also the due dates that were met and the overdue jobs; weeks are then those of the firm’s time zone, otherwise those of `timeZone`.',
    handler: ({ db, body, now }) => figuresOf(db, body, now),
  },
  invitation: {
    access: 'verified',
    cost: read,
    tag: 'Users',
    summary: 'Get the caller’s invitation',
    description: 'Works before the caller has a profile. Returns null if there is no invitation.',
    handler: async ({ db, caller, now }) => (await findInvitation(db, caller.email, now))?.invitation ?? null,
  },
  invitationByToken: {
    access: 'public',
    cost: read,
    tag: 'Users',
    summary: 'Get an invitation by its token',
    description:
      'No sign-in needed: the token from the email grants access. An invitation that has expired, was used or was withdrawn is returned as `ended` only. Returns null for an unknown token, and for that of an earlier email. Notes when the link is first opened.',
    handler: ({ db, params, now }) => openInvitationLink(db, params.token, now),
  },
  invitations: {
    access: staff,
    cost: { ...list, bodyBytes: kilobyte, responseBytes: 256 * kilobyte },
    tag: 'Users',
    summary: 'List invitations',
    description:
      'For staff. Newest first, 25 per page, with who sent them, when their link was first opened and when they expire. Employees get the invitations of clients, admins all.',
    errors: ['bad-cursor'],
    handler: ({ db, caller, body, now }) => listInvitations(db, invitableBy(caller), body, now),
  },
  withdrawInvitation: {
    access: staff,
    cost: write,
    changesUsers: true,
    tag: 'Users',
    summary: 'Withdraw an invitation',
    description:
      'For staff. The link can no longer be used, and an email that wasn’t sent yet isn’t. Employees can only withdraw invitations of clients. Jobs for the address stay. An accepted invitation can’t be withdrawn.',
    errors: ['not-found', 'profile-exists'],
    handler: withdrawInvitation,
  },
  endSessions: {
    access: approved,
    cost: write,
    changesUsers: true,
    tag: 'Users',
    summary: 'Sign a user out everywhere',
    description:
      'Ends the caller’s sessions, or for admins anyone’s. Earlier tokens are refused with 401, streams end, and no device is notified until the user signs in again.',
    errors: ['forbidden', 'not-found'],
    handler: endSessions,
  },
  jobHistory: {
    access: approved,
    cost: { ...list, bodyBytes: 4 * kilobyte, values: 10, responseBytes: 1_000_000 },
    tag: 'Jobs',
    summary: 'List earlier changes of a job',
    description:
      'A job includes its newest 100 changes and `historyStartAfter`. This call continues from there, newest first, 100 per page.',
    errors: ['not-found', 'bad-cursor'],
    handler: ({ db, caller, params, body }) => jobHistory(db, caller, params.jobId, body.startAfter),
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
  preview: {
    access: approved,
    cost: { ...read, responseBytes: null },
    tag: 'Files',
    summary: 'Get a preview of a file',
    description:
      'A WebP image of a picture or of the first page of a PDF: `thumb` for lists, `page` for reading. It is created on first request; while that lasts, 202 with the code `preview-waits`.',
    errors: ['not-found', 'no-preview', 'preview-waits'],
    handler: null,
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
  checklists: {
    access: approved,
    cost: { ...read, responseBytes: maxResponseBytes, atOnce: 20 },
    tag: 'Jobs',
    summary: 'List photo checklists',
    description:
      'The shots of all lists: one list for each service, in order. Example pictures are files without a job, which every approved user may read.',
    handler: ({ db }) => listShots(db),
  },
  saveShot: {
    access: administrators,
    // At most 15 lists of 50 shots in the response.
    cost: { ...write, responseBytes: maxResponseBytes, atOnce: 10 },
    takesFiles: true,
    written: true,
    chosen: true,
    repeat: repeats.saveShot,
    tag: 'Jobs',
    summary: 'Save a shot of a photo checklist',
    description:
      'For admins. Adds, changes, moves or removes one shot; as multipart with an example picture. `after` names the shot before it. A removed shot stays removed, and jobs keep the photos that answered it. The response has all lists.',
    errors: ['too-large', 'upload-gone'],
    handler: ({ db, caller, body, files, now, requestId, choice }) =>
      saveShot(db, caller, body, files, { now, requestId, choice }),
  },
  staffNotes: {
    // Not even the client of the job: to them, every job is without notes.
    access: staff,
    // At most 100 notes of 10,000 characters, each with 20 mentions; `pageOf` stops at 4 MB.
    cost: { ...read, responseBytes: maxResponseBytes, loopMs: 200, atOnce: 20 },
    tag: 'Jobs',
    summary: 'List the staff notes of a job',
    description:
      'For staff. Newest first, 25 per page; `?startAfter=` requests the next page. No other call, event, search, export or message to a client contains any of them.',
    errors: ['not-found', 'bad-cursor'],
    handler: ({ db, caller, params, query }) => listNotes(db, caller, params.jobId, query.startAfter),
  },
  addStaffNote: {
    access: staff,
    cost: {
      ...write,
      bodyBytes: textBytes + 16 * kilobyte,
      responseBytes: 512 * kilobyte,
      storedBytes: 2 * rowBytes,
    },
    written: true,
    repeat: repeats.addStaffNote,
    tag: 'Jobs',
    summary: 'Add a staff note to a job',
    description:
      'For staff. Notifies the active staff whose email addresses are in `mentions`. Others are left out: the response names those who are notified.',
    errors: ['not-found'],
    handler: ({ db, caller, body, now, written, key }) => addNote(db, caller, body, now, written, key),
  },
  dueRules: {
    access: administrators,
    cost: read,
    tag: 'Jobs',
    summary: 'Get the rules of due dates',
    description: '`rules` is null while due dates are off. `countries` are those whose holidays are known.',
    handler: ({ db }) => dueSettings(db),
  },
  saveDueRules: {
    access: administrators,
    // At most 100 rules.
    cost: { ...write, bodyBytes: 32 * kilobyte, values: 600, atOnce: 4 },
    tag: 'Jobs',
    summary: 'Set the rules of due dates',
    description:
      'Of the rules that fit a service, the one that names most counts; a job takes as long as its slowest service. Null turns due dates off. The dates of open jobs follow within minutes.',
    handler: ({ db, caller, body, now, requestId }) => saveDueRules(db, caller, body, { now, requestId }),
  },
  previewDueRules: {
    access: administrators,
    cost: { ...read, bodyBytes: 32 * kilobyte, values: 600, loopMs: 200, atOnce: 4 },
    tag: 'Jobs',
    summary: 'Try rules of due dates',
    description:
      'Returns when jobs that each rule fits would be due if they were submitted now, and the next holidays.',
    handler: ({ body, now }) => previewDueRules(body, now),
  },
  calendarFeed: {
    access: approved,
    cost: read,
    tag: 'Jobs',
    summary: 'Get your calendar feed',
    description: 'When it was made. Its address is not stored, and is given only once.',
    handler: ({ db, caller }) => calendarFeed(db, caller),
  },
  saveCalendarFeed: {
    access: approved,
    cost: write,
    tag: 'Jobs',
    summary: 'Make, replace or end your calendar feed',
    description:
      'Send a secret of 256 random bits in base64url. The feed is then at `/api/calendar/{token}.ics`, without sign-in, until it is replaced or ended, your access is revoked, or you are signed out of all devices.',
    handler: ({ db, caller, body, now }) => saveCalendarFeed(db, caller, body.token, now),
  },
  audit: {
    access: administrators,
    cost: { ...list, bodyBytes: 8 * kilobyte, values: 20 },
    tag: 'Users',
    summary: 'List user activity',
    description:
      'For admins. Newest first, 25 per page: who changed what for whom, when, the values before and after, and the request id. Entries never change, except that the data of deleted users is removed.',
    errors: ['bad-cursor'],
    handler: ({ db, body }) => listAudit(db, body),
  },
  eraseUser: {
    access: administrators,
    cost: { ...write, loopMs: 200, atOnce: 2 },
    changesUsers: true,
    tag: 'Users',
    summary: 'Delete a user',
    description:
      'For admins; not for their own account. A pseudonym replaces the email address everywhere and all other personal data is deleted. Jobs, messages and files stay. This can’t be undone.',
    errors: ['not-found', 'last-admin'],
    handler: eraseByAdmin,
  },
  ownErasure: {
    access: approved,
    cost: read,
    tag: 'Users',
    summary: 'Get the caller’s deletion request',
    description: 'Returns whether and when the caller requested account deletion.',
    handler: ({ db, caller }) => ownErasure(db, caller.email),
  },
  askErasure: {
    access: approved,
    cost: write,
    tag: 'Users',
    summary: 'Request or withdraw account deletion',
    description: 'An admin deletes the account. Until then the request can be withdrawn.',
    handler: requestErasure,
  },
  erasuresAsked: {
    access: administrators,
    cost: { ...read, responseBytes: 2_000_000 },
    tag: 'Users',
    summary: 'List deletion requests',
    description: 'For admins.',
    handler: ({ db }) => erasuresAsked(db),
  },
};
