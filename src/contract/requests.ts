import * as v from 'valibot';
import { AuditRequest, ErasureChoice, ErasureOrder } from './audit.ts';
import type { CallName, calls } from './calls.ts';
import { dueFilters } from './due/dueDates.ts';
import { DueRules } from './due/dueRules.ts';
import { categories, jobStatuses, messageStatuses, priorities, wireValues } from './enums.ts';
import { FieldData } from './fieldDataForm.ts';
import { email, form, listOf } from './fields.ts';
import { ComparisonSave } from './files/savedComparison.ts';
import { FirmSave } from './firm.ts';
import { IssuerAdded, IssuerRemoved } from './issuerForms.ts';
import { ShotSave } from './jobs/checklistForms.ts';
import { FiguresRequest } from './jobs/figuresRequest.ts';
import { jobSorts } from './jobs/job.ts';
import { JobReport, JobUpdate } from './jobs/jobForms.ts';
import { maxChoices, maxCountedLists, maxJobsAtOnce, maxProfiles, maxSearchLength } from './limits.ts';
import { asOneLine } from './lines.ts';
import { LiveRequest } from './live.ts';
import { LogoSave } from './logo.ts';
import { inboxParts } from './messages/message.ts';
import { MessageMark, MessageSend, Snooze } from './messages/messageForms.ts';
import { NoteSend } from './messages/noteForms.ts';
import { LicenseSave, ReportOrder } from './proof/license.ts';
import { SavedReplySave } from './savedReplyForms.ts';
import { SavedViewSave } from './savedViewForms.ts';
import {
  DeviceChoice,
  NewDevice,
  NotificationSettingsForm,
  PushReceipt,
  timeZone,
} from './users/notificationForms.ts';
import { ProfileChange, Registration, SignUp } from './users/registration.ts';
import { userListingCategories } from './users/user.ts';
import { inviteeList } from './users/userForms.ts';

/** The cursor of the page before. */
const startAfter = v.exactOptional(v.string());

const seconds = v.pipe(v.number(), v.safeInteger());

/** Words, cleaned as what is stored is; each matches the beginning of a word. */
const searchText = v.pipe(v.string(), v.transform(asOneLine), v.maxLength(maxSearchLength));

/** Filters of search and CSV export; the names are those of the address bar. */
const jobFilters = {
  /** Prefix match on code, project, address, company and description. */
  text: v.exactOptional(searchText),
  statuses: v.exactOptional(listOf(v.picklist(wireValues(jobStatuses)), maxChoices)),
  categories: v.exactOptional(listOf(v.picklist(wireValues(categories)), maxChoices)),
  jobPriority: v.exactOptional(v.picklist(wireValues(priorities))),
  /** Email; `''` finds unassigned jobs. */
  assignedTo: v.exactOptional(v.string()),
  /** Email. */
  jobReporter: v.exactOptional(v.string()),
  /** Ours: the present company of the client, in any case. */
  company: v.exactOptional(searchText),
  /** When it was reported, in seconds, inclusive and exclusive: the app sends the days of its zone. */
  createdFrom: v.exactOptional(seconds),
  createdBefore: v.exactOptional(seconds),
  /** Ours: jobs in progress by their due date; finds none for a caller who sees no due dates. */
  due: v.exactOptional(v.picklist(wireValues(dueFilters))),
  /** Ours: only these. */
  jobIds: v.exactOptional(listOf(v.pipe(v.string(), v.maxLength(100)), maxJobsAtOnce)),
};

/** Filters and order of a listing; the screen and the export share them. */
export const JobListing = v.object({
  ...jobFilters,
  sort: v.exactOptional(v.picklist(wireValues(jobSorts))),
});
export type JobListing = v.InferOutput<typeof JobListing>;

export const JobSearch = v.object({ ...JobListing.entries, startAfter });
export type JobSearch = v.InferOutput<typeof JobSearch>;

type PostName = { [N in CallName]: (typeof calls)[N]['method'] extends 'POST' ? N : never }[CallName];

function isMessage(body: unknown): boolean {
  return (
    typeof body === 'object' &&
    body !== null &&
    Object.keys(body).some((key) => key.startsWith('evCommunication.'))
  );
}

/** The body of each POST in `calls`, under the same name (§7). */
export const requests = {
  allMessages: form({
    /** The caller's own email. */
    username: email,
    status: v.exactOptional(v.picklist(wireValues(messageStatuses))),
    /** Only messages addressed to the caller. */
    toMe: v.exactOptional(v.boolean()),
    /** Only the rows of one part, the longest wait first; the other filters do not apply. */
    part: v.exactOptional(v.picklist(inboxParts)),
    /** Default: newest first. */
    order: v.exactOptional(v.picklist(['newest', 'oldest'])),
    startAfter,
  }),
  markMessage: MessageMark,
  snooze: Snooze,
  reportJob: JobReport,
  /** A message (with `evCommunication.content`), or the changes of a job. */
  updateJob: v.lazy((body): typeof MessageSend | typeof JobUpdate =>
    isMessage(body) ? MessageSend : JobUpdate,
  ),
  inviteUsers: form({ inviteeList }),
  /**
   * The filtered list as CSV, with times in UTC, or as an Excel workbook, with times of a zone; or one job's files and conversation as
   * ZIP.
   */
  download: v.variant('format', [
    v.object({ format: v.literal('csv'), ...JobListing.entries }),
    v.object({ format: v.literal('xlsx'), timeZone, ...JobListing.entries }),
    v.object({ format: v.literal('zip'), jobId: v.string() }),
  ]),
  register: Registration,
  signUp: SignUp,
  employees: v.object({}),
  profiles: v.object({
    category: v.exactOptional(
      v.picklist(Object.keys(userListingCategories) as (keyof typeof userListingCategories)[]),
    ),
    /** Prefix match on name, company and email. */
    text: v.exactOptional(searchText),
    startAfter,
  }),
  updateProfiles: form({
    profiles: v.pipe(listOf(ProfileChange, maxProfiles), v.minLength(1)),
  }),
  jobs: form({
    /** The caller's own email. */
    username: email,
    startAfter,
    /** The wire's spelling (§7). */
    statues: v.exactOptional(listOf(v.picklist(wireValues(jobStatuses)), maxChoices)),
  }),
  searchJobs: JobSearch,

  search: form({
    text: searchText,
    /** Default: the first results of every kind. */
    kind: v.exactOptional(v.picklist(['jobs', 'messages', 'files', 'users'])),
    /** Of a page of this kind. */
    startAfter,
  }),
  figures: FiguresRequest,
  invitations: v.object({ startAfter }),
  withdrawInvitation: v.object({ invitationId: v.pipe(v.string(), v.maxLength(100)) }),
  endSessions: form({ email }),
  jobHistory: form({ startAfter: v.string() }),
  events: LiveRequest,
  saveNotificationSettings: NotificationSettingsForm,
  registerDevice: NewDevice,
  removeDevice: DeviceChoice,
  testDevice: DeviceChoice,
  pushReceipt: PushReceipt,
  saveShot: ShotSave,
  saveReply: SavedReplySave,
  saveView: SavedViewSave,
  jobCounts: form({ lists: listOf(JobListing, maxCountedLists) }),
  addTrustedIssuer: IssuerAdded,
  removeTrustedIssuer: IssuerRemoved,
  addStaffNote: NoteSend,
  saveComparison: ComparisonSave,
  testEmail: form({}),
  fieldData: FieldData,
  saveFirm: FirmSave,
  saveLogo: LogoSave,
  savePhotoRule: form({ required: v.boolean('must be true or false') }),
  saveDueRules: form({ rules: v.nullable(DueRules) }),
  previewDueRules: form({ rules: DueRules }),
  /** A secret of the device's own making, 256 bits in base64url; null ends the feed. */
  saveCalendarFeed: form({ token: v.nullable(v.pipe(v.string(), v.regex(/^[\w-]{43}$/))) }),
  saveLicense: LicenseSave,
  makeReport: ReportOrder,
  audit: AuditRequest,
  eraseUser: ErasureOrder,
  askErasure: ErasureChoice,
} satisfies Record<PostName, v.GenericSchema>;
