import type { CallName } from '../../src/contract/calls.ts';
import type { ErrorCode } from '../../src/contract/errors.ts';
import { newestMessages } from '../../src/contract/limits.ts';

export type CallText = {
  tag: 'Jobs' | 'Messages' | 'Files' | 'Users' | 'Notifications';
  summary: string;
  description: string;
  /** In addition to those of its access rule, of repeated writes, and those that every call can return. */
  errors: ErrorCode[];
};

/** The texts of the API reference (`/api/docs`) for each call. */
export const callTexts: Record<CallName, CallText> = {
  jobs: {
    tag: 'Jobs',
    summary: 'List jobs',
    description:
      'Newest first, 25 per page. Clients get their own jobs. `statues` (spelled this way) filters by status. To get the next page, send the `startAfter` of the response.',
    errors: ['invalid', 'bad-cursor', 'not-found'],
  },
  searchJobs: {
    tag: 'Jobs',
    summary: 'Search jobs',
    description:
      'Words in `text` match the beginnings of words. A job must match all filters. Clients search their own jobs.',
    errors: ['invalid', 'bad-cursor'],
  },
  search: {
    tag: 'Jobs',
    summary: 'Search everything',
    description:
      'Words in `text` match the beginnings of words; punctuation and operators mean nothing. Without `kind`, returns the first 5 jobs, messages, files (by name) and, for staff, users. To get more, send a `kind` and its `startAfter`. Clients search their own jobs. The `content` of a message is an excerpt.',
    errors: ['invalid', 'bad-cursor', 'forbidden'],
  },
  job: {
    tag: 'Jobs',
    summary: 'Get a job',
    description: 'Includes its files, deliverables, revisions and history.',
    errors: ['not-found'],
  },
  jobHistory: {
    tag: 'Jobs',
    summary: 'List earlier changes of a job',
    description:
      'A job includes its newest 100 changes and `historyStartAfter`. This call continues from there, newest first, 100 per page.',
    errors: ['not-found', 'invalid', 'bad-cursor'],
  },
  reportJob: {
    tag: 'Jobs',
    summary: 'Submit a job',
    description:
      'As JSON, or as multipart with files. A job with the same address and services as another one is refused unless the other one is cancelled.',
    errors: ['invalid', 'duplicate-job', 'code-taken', 'too-large', 'not-found', 'upload-gone'],
  },
  updateJob: {
    tag: 'Jobs',
    summary: 'Update a job or send a message',
    description:
      'Changes name the version they were made from. A change of request type or services needs a service of that type. A `reason` with a change to On hold or Cancelled is added to the history and posted as a message, which the response has as `communication`. With `deliverable` (staff), the files become deliverables of the job, and its tracking number becomes the job’s; with `status` beside it, both are done or neither. A body with `evCommunication.content` is a message in the job’s chat. `evCommunication.addressed` lists messages of the other side, separated by commas, that are marked as addressed with it: all of them, or nothing is sent. When the assignee changes, the client’s new messages become the new assignee’s.',
    errors: [
      'forbidden',
      'invalid',
      'stale',
      'status-change',
      'duplicate-job',
      'too-large',
      'not-found',
      'upload-gone',
    ],
  },
  staffNotes: {
    tag: 'Jobs',
    summary: 'List the staff notes of a job',
    description:
      'For staff. Newest first, 25 per page; `?startAfter=` requests the next page. No other call, event, search, export or message to a client contains any of them.',
    errors: ['forbidden', 'not-found', 'bad-cursor'],
  },
  addStaffNote: {
    tag: 'Jobs',
    summary: 'Add a staff note to a job',
    description:
      'For staff. Notifies the active staff whose email addresses are in `mentions`. Others are left out: the response names those who are notified.',
    errors: ['forbidden', 'invalid', 'not-found'],
  },
  checklists: {
    tag: 'Jobs',
    summary: 'List photo checklists',
    description:
      'The shots of all lists: one list for each service, in order. Example pictures are files without a job, which every approved user may read.',
    errors: [],
  },
  dueRules: {
    tag: 'Jobs',
    summary: 'Get the rules of due dates',
    description: '`rules` is null while due dates are off. `countries` are those whose holidays are known.',
    errors: [],
  },
  saveDueRules: {
    tag: 'Jobs',
    summary: 'Set the rules of due dates',
    description:
      'Of the rules that fit a service, the one that names most counts; a job takes as long as its slowest service. Null turns due dates off. The dates of open jobs follow within minutes.',
    errors: ['invalid'],
  },
  previewDueRules: {
    tag: 'Jobs',
    summary: 'Try rules of due dates',
    description:
      'Returns when jobs that each rule fits would be due if they were submitted now, and the next holidays.',
    errors: ['invalid'],
  },
  calendarFeed: {
    tag: 'Jobs',
    summary: 'Get your calendar feed',
    description: 'When it was made. Its address is not stored, and is given only once.',
    errors: [],
  },
  saveCalendarFeed: {
    tag: 'Jobs',
    summary: 'Make, replace or end your calendar feed',
    description:
      'Send a secret of 256 random bits in base64url. The feed is then at `/api/calendar/{token}.ics`, without sign-in, until it is replaced or ended, your access is revoked, or you are signed out of all devices.',
    errors: ['invalid'],
  },
  saveShot: {
    tag: 'Jobs',
    summary: 'Save a shot of a photo checklist',
    description:
      'For admins. Adds, changes, moves or removes one shot; as multipart with an example picture. `after` names the shot before it. A removed shot stays removed, and jobs keep the photos that answered it. The response has all lists.',
    errors: ['forbidden', 'invalid', 'too-large', 'upload-gone'],
  },
  userStats: {
    tag: 'Jobs',
    summary: 'Count a user’s jobs',
    description:
      'Counts a client’s jobs, or the jobs assigned to a staff member. Clients can only request their own. Your own counts include the rows of each part of your inbox.',
    errors: ['not-found'],
  },
  stats: {
    tag: 'Jobs',
    summary: 'Count all jobs',
    description: 'For staff.',
    errors: ['forbidden'],
  },
  figures: {
    tag: 'Jobs',
    summary: 'Get figures of work',
    description:
      'For staff. Medians and 90th percentiles, in seconds, of the last `weeks` weeks, the current one included: turnaround of the jobs completed in them, and first answers given in them. `by` groups them. Time on hold does not count. Also returns the open jobs, by week or by assignee. While due dates are on, also the due dates that were met and the overdue jobs; weeks are then those of the firm’s time zone, otherwise those of `timeZone`.',
    errors: ['forbidden', 'invalid'],
  },
  download: {
    tag: 'Jobs',
    summary: 'Export jobs',
    description:
      'Returns the filtered list as CSV, with times in UTC, or as an Excel workbook, with times of `timeZone`; or the files and messages of one job as ZIP. The response is streamed; an interrupted stream ends without its end mark.',
    errors: ['invalid', 'not-found'],
  },
  conversation: {
    tag: 'Messages',
    summary: 'List the messages of a job',
    description: `Oldest first. \`?part=newest\` returns the newest ${newestMessages} only.`,
    errors: ['not-found'],
  },
  allMessages: {
    tag: 'Messages',
    summary: 'List the messages of all jobs',
    description:
      'Returns pages of 25, newest first unless `order` says otherwise. `startAfter` is the cursor of the next page, or null on the last. Staff get the messages of all jobs, clients those of their own jobs. `part` returns one part of your inbox, the longest wait first: `needs-answer` and, for staff, `shared` (unassigned jobs) list new messages that your side hasn’t answered; `waiting` and `answered` have one row per job.',
    errors: ['invalid', 'bad-cursor', 'not-found'],
  },
  markMessage: {
    tag: 'Messages',
    summary: 'Mark a message as new or addressed',
    description:
      '`status` is the target status, so repeating the call changes nothing. Clients can only mark messages sent to them. Marks are in the job’s history.',
    errors: ['forbidden', 'invalid', 'not-found'],
  },
  wholeText: {
    tag: 'Messages',
    summary: 'Get the whole text of a shortened message',
    description:
      'A message sent by email is posted without the quoted email and without the signature below “-- ”. If that left anything out, the message has `shortened`, and this returns the text as it came.',
    errors: ['not-found'],
  },
  attachment: {
    tag: 'Files',
    summary: 'Download a file',
    description:
      'Always returned as an attachment, with the type found in its bytes. Supports one `Range` with the ETag in `If-Range`: 206, or 416 if the file has no such range. `Repr-Digest` has the SHA-256 of the whole file.',
    errors: ['not-found'],
  },
  preview: {
    tag: 'Files',
    summary: 'Get a preview of a file',
    description:
      'A WebP image of a picture or of the first page of a PDF: `thumb` for lists, `page` for reading. It is created on first request; while that lasts, 202 with the code `preview-waits`.',
    errors: ['not-found', 'no-preview', 'preview-waits'],
  },
  register: {
    tag: 'Users',
    summary: 'Create the caller’s profile',
    description:
      'The email address must match the token. The profile is pending approval unless the user was invited. `userName` is computed.',
    errors: ['invalid', 'not-found', 'profile-exists'],
  },
  profile: {
    tag: 'Users',
    summary: 'Get a profile',
    description: 'Users get their own profile once their email address is verified. Staff get anyone’s.',
    errors: ['not-found'],
  },
  profiles: {
    tag: 'Users',
    summary: 'List profiles',
    description:
      'For staff. Newest first, 25 per page. The first page includes the number of users in each category that match `text`.',
    errors: ['forbidden', 'invalid', 'bad-cursor'],
  },
  updateProfiles: {
    tag: 'Users',
    summary: 'Update profiles',
    description:
      'Users update their own name, company, phone number and address. Admins update anyone’s, including role and approval. Either all changes are made or none.',
    errors: ['forbidden', 'invalid', 'not-found', 'last-admin'],
  },
  inviteUsers: {
    tag: 'Users',
    summary: 'Invite users',
    description:
      'For staff. Employees can only invite clients. Each row gets its own result; the emails are sent afterward. Inviting someone again renews the invitation for 30 days and invalidates the earlier link.',
    errors: ['forbidden', 'invalid'],
  },
  employees: {
    tag: 'Users',
    summary: 'List assignees',
    description: 'For staff. Returns the approved employees and admins, by name.',
    errors: ['forbidden'],
  },
  invitation: {
    tag: 'Users',
    summary: 'Get the caller’s invitation',
    description: 'Works before the caller has a profile. Returns null if there is no invitation.',
    errors: [],
  },
  invitationByToken: {
    tag: 'Users',
    summary: 'Get an invitation by its token',
    description:
      'No sign-in needed: the token from the email grants access. Returns null if there is no invitation.',
    errors: [],
  },
  endSessions: {
    tag: 'Users',
    summary: 'Sign a user out everywhere',
    description:
      'Ends the caller’s sessions, or for admins anyone’s. Earlier tokens are refused with 401, streams end, and no device is notified until the user signs in again.',
    errors: ['forbidden', 'invalid', 'not-found'],
  },
  events: {
    tag: 'Notifications',
    summary: 'List events since a cursor',
    description:
      'For clients that can’t keep `GET /events/stream` open. Without a cursor, returns only the cursor to start from.',
    errors: ['invalid'],
  },
  notifications: {
    tag: 'Notifications',
    summary: 'Get notification settings',
    description:
      'Returns the settings, the devices with the outcome of the last push to each, and the key that browsers subscribe with.',
    errors: [],
  },
  saveNotificationSettings: {
    tag: 'Notifications',
    summary: 'Update notification settings',
    description: 'Replaces all settings.',
    errors: ['invalid'],
  },
  registerDevice: {
    tag: 'Notifications',
    summary: 'Register a device',
    description:
      'Clients send this at every start. The same endpoint is the same device, and belongs to the caller from then on.',
    errors: ['invalid'],
  },
  removeDevice: {
    tag: 'Notifications',
    summary: 'Remove a device',
    description: 'Succeeds if the device doesn’t exist.',
    errors: ['invalid'],
  },
  testDevice: {
    tag: 'Notifications',
    summary: 'Send a test notification',
    description: '`GET /notifications` reports the outcome.',
    errors: ['invalid', 'not-found'],
  },
  pushReceipt: {
    tag: 'Notifications',
    summary: 'Report the outcome of a push',
    description: 'No sign-in needed: the token in the push grants access to this call only.',
    errors: ['invalid'],
  },
  audit: {
    tag: 'Users',
    summary: 'List user activity',
    description:
      'For admins. Newest first, 25 per page: who changed what for whom, when, the values before and after, and the request id. Entries never change, except that the data of deleted users is removed.',
    errors: ['forbidden', 'invalid', 'bad-cursor'],
  },
  eraseUser: {
    tag: 'Users',
    summary: 'Delete a user',
    description:
      'For admins; not for their own account. A pseudonym replaces the email address everywhere and all other personal data is deleted. Jobs, messages and files stay. This can’t be undone.',
    errors: ['forbidden', 'invalid', 'not-found', 'last-admin'],
  },
  ownErasure: {
    tag: 'Users',
    summary: 'Get the caller’s deletion request',
    description: 'Returns whether and when the caller requested account deletion.',
    errors: [],
  },
  askErasure: {
    tag: 'Users',
    summary: 'Request or withdraw account deletion',
    description: 'An admin deletes the account. Until then the request can be withdrawn.',
    errors: ['invalid'],
  },
  erasuresAsked: {
    tag: 'Users',
    summary: 'List deletion requests',
    description: 'For admins.',
    errors: ['forbidden'],
  },
};
