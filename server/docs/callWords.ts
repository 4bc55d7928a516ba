import type { CallName } from '../../src/contract/calls.ts';
import type { ErrorCode } from '../../src/contract/errors.ts';
import { newestMessages } from '../../src/contract/limits.ts';

export type CallWords = {
  tag: 'Jobs' | 'Messages' | 'Files' | 'Users' | 'Notifications';
  summary: string;
  description: string;
  /** Beside those of its access stage, of repeated writes, and those every call can answer. */
  errors: ErrorCode[];
};

/** What the pages of `/api/docs` say of each call. */
export const callWords: Record<CallName, CallWords> = {
  jobs: {
    tag: 'Jobs',
    summary: 'List jobs',
    description:
      'Newest first, 25 a page; clients get their own. `statues` (spelt so) filters by status. `startAfter` of the answer asks for the next page.',
    errors: ['invalid', 'bad-cursor', 'not-found'],
  },
  searchJobs: {
    tag: 'Jobs',
    summary: 'Search jobs',
    description:
      'The words of `text` match the beginnings of words; all filters must hold. Clients search their own jobs.',
    errors: ['invalid', 'bad-cursor'],
  },
  job: {
    tag: 'Jobs',
    summary: 'One job',
    description:
      'With all its files, its stamped results, the jobs that revise it or that it revises, and its history.',
    errors: ['not-found'],
  },
  jobHistory: {
    tag: 'Jobs',
    summary: 'Earlier changes of a job',
    description:
      'Ours, not one of the 18 calls. A job comes with its newest 100 changes and `historyStartAfter`; this goes on from there, newest first, 100 a page.',
    errors: ['not-found', 'invalid', 'bad-cursor'],
  },
  reportJob: {
    tag: 'Jobs',
    summary: 'Report a job',
    description:
      'As JSON, or as multipart when files come along. A job for the same address with the same services is refused unless the older one is cancelled.',
    errors: ['invalid', 'duplicate-job', 'code-taken', 'too-large', 'not-found', 'upload-gone'],
  },
  updateJob: {
    tag: 'Jobs',
    summary: 'Change a job, or send a message',
    description:
      'Changes carry the version they were made from. With `deliverable` (staff), the files become stamped results of the job. A body with `evCommunication.content` is a message to the job’s conversation.',
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
  userStats: {
    tag: 'Jobs',
    summary: 'Counts of one person’s jobs',
    description:
      'A client’s reported jobs, or the jobs assigned to a member of staff. Clients may ask for their own.',
    errors: ['not-found'],
  },
  stats: {
    tag: 'Jobs',
    summary: 'Counts of all jobs',
    description: 'For staff.',
    errors: ['forbidden'],
  },
  download: {
    tag: 'Jobs',
    summary: 'Export',
    description:
      'The filtered list as CSV, or one job’s files and conversation as ZIP. Streamed; a broken stream ends without its end mark.',
    errors: ['invalid', 'not-found'],
  },
  conversation: {
    tag: 'Messages',
    summary: 'A job’s messages',
    description: `Oldest first. With \`?part=newest\` (ours) the newest ${newestMessages} alone.`,
    errors: ['not-found'],
  },
  allMessages: {
    tag: 'Messages',
    summary: 'Messages over all jobs',
    description:
      'A page of 25, and in `startAfter` the cursor of the next, null on the last; with `username` alone the newest come first. Following the cursors gives all messages: of every job for staff, of their own jobs for clients. `order` turns them round.',
    errors: ['invalid', 'bad-cursor', 'not-found'],
  },
  markMessage: {
    tag: 'Messages',
    summary: 'Mark a message new or addressed',
    description:
      '`status` is the target, so repeating the call changes nothing. Clients mark only messages addressed to them.',
    errors: ['forbidden', 'invalid', 'not-found'],
  },
  attachment: {
    tag: 'Files',
    summary: 'Download a file',
    description:
      'Always as an attachment, in the type found in its bytes. One `Range`, with the ETag in `If-Range` where it goes on, is answered 206, or 416 where the file has no such part.',
    errors: ['not-found'],
  },
  preview: {
    tag: 'Files',
    summary: 'A small picture of a file',
    description:
      'Ours, not one of the 18 calls. WebP of a picture, or of the first page of a PDF: `thumb` for lists, `page` to read. Made when first asked for; while that takes long, `preview-waits` says to ask again.',
    errors: ['not-found', 'no-preview', 'preview-waits'],
  },
  register: {
    tag: 'Users',
    summary: 'Make the caller’s profile',
    description:
      'The e-mail must be the token’s. The profile waits for approval, unless an invitation vouches for it. `userName` is computed by the server.',
    errors: ['invalid', 'not-found', 'profile-exists'],
  },
  profile: {
    tag: 'Users',
    summary: 'One profile',
    description: 'One’s own at any stage after verification; anybody’s for staff.',
    errors: ['not-found'],
  },
  profiles: {
    tag: 'Users',
    summary: 'List profiles',
    description:
      'For staff. Newest first, 25 a page. The first page tells how many people each category has that fit `text`.',
    errors: ['forbidden', 'invalid', 'bad-cursor'],
  },
  updateProfiles: {
    tag: 'Users',
    summary: 'Change profiles',
    description:
      'One’s own names, company, phone and address; an administrator changes anybody’s, their type and approval too. All of the list or none of it.',
    errors: ['forbidden', 'invalid', 'not-found', 'last-admin'],
  },
  inviteUsers: {
    tag: 'Users',
    summary: 'Invite people',
    description:
      'For staff; employees invite clients only. Each row gets its own answer; the emails go out after it. Inviting again renews the invitation: it is good for 30 days, and the email before it for nothing any more.',
    errors: ['forbidden', 'invalid'],
  },
  employees: {
    tag: 'Users',
    summary: 'People a job can be assigned to',
    description: 'For staff: approved employees and administrators, by name.',
    errors: ['forbidden'],
  },
  invitation: {
    tag: 'Users',
    summary: 'The caller’s own invitation',
    description:
      'Ours, not one of the 18 calls. Answers before the caller has a profile; 404 when there is none.',
    errors: ['not-found'],
  },
  invitationByToken: {
    tag: 'Users',
    summary: 'The invitation of an email',
    description: 'Ours, not one of the 18 calls. Needs no sign-in: the token in the email is the key to it.',
    errors: ['not-found'],
  },
  endSessions: {
    tag: 'Users',
    summary: 'Sign a person out everywhere',
    description:
      'Ours, not one of the 18 calls. One’s own sessions, or for an administrator anybody’s. Tokens of a sign-in before now are refused with 401, streams end, and no device is notified any more until its owner signs in again.',
    errors: ['forbidden', 'invalid', 'not-found'],
  },
  events: {
    tag: 'Notifications',
    summary: 'What happened since a cursor',
    description:
      'Ours, not one of the 18 calls. For whoever cannot keep `GET /events/stream` open. Without a cursor it answers only where to begin.',
    errors: ['invalid'],
  },
  notifications: {
    tag: 'Notifications',
    summary: 'How the caller is notified',
    description:
      'Ours, not one of the 18 calls. Settings, the devices that are notified and how the last push to each went, and the key that a browser subscribes with.',
    errors: [],
  },
  saveNotificationSettings: {
    tag: 'Notifications',
    summary: 'Change how the caller is notified',
    description: 'Ours, not one of the 18 calls. All settings at once.',
    errors: ['invalid'],
  },
  registerDevice: {
    tag: 'Notifications',
    summary: 'Notify this browser',
    description:
      'Ours, not one of the 18 calls. Sent again at every start: the same endpoint is the same device, and is the caller’s from then on.',
    errors: ['invalid'],
  },
  removeDevice: {
    tag: 'Notifications',
    summary: 'Notify a browser no more',
    description: 'Ours, not one of the 18 calls. Of a device that is not there, nothing is said.',
    errors: ['invalid'],
  },
  testDevice: {
    tag: 'Notifications',
    summary: 'Send a test to one device',
    description: 'Ours, not one of the 18 calls. How far it came is told by `GET /notifications`.',
    errors: ['invalid', 'not-found'],
  },
  pushReceipt: {
    tag: 'Notifications',
    summary: 'What became of a push',
    description:
      'Ours, not one of the 18 calls. Needs no sign-in: the unguessable word that came with the push is the key to it, and to nothing else.',
    errors: ['invalid'],
  },
  audit: {
    tag: 'Users',
    summary: 'What was done about people',
    description:
      'Ours, not one of the 18 calls. For administrators. Newest first, 25 a page: who did what to whom, when, from what to what, and the id of the request. Nothing in it is ever changed, but that an erased person’s name and data go.',
    errors: ['forbidden', 'invalid', 'bad-cursor'],
  },
  erasePerson: {
    tag: 'Users',
    summary: 'Erase a person',
    description:
      'Ours, not one of the 18 calls. For administrators, of others. Their e-mail is replaced by a pseudonym everywhere, everything else about them goes; jobs, messages and files stay. Nothing brings it back.',
    errors: ['forbidden', 'invalid', 'not-found', 'last-admin'],
  },
  ownErasure: {
    tag: 'Users',
    summary: 'Whether the caller asks to be erased',
    description: 'Ours, not one of the 18 calls.',
    errors: [],
  },
  askErasure: {
    tag: 'Users',
    summary: 'Ask to be erased, or call it off',
    description: 'Ours, not one of the 18 calls. An administrator does it; until then it can be called off.',
    errors: ['invalid'],
  },
  erasuresAsked: {
    tag: 'Users',
    summary: 'Who asks to be erased',
    description: 'Ours, not one of the 18 calls. For administrators.',
    errors: ['forbidden'],
  },
};
