import * as v from 'valibot';
import { Deliverable, JobRevision, NewDeliverable } from './deliverable.ts';
import {
  type Category,
  categories,
  deliveryModes,
  deliveryPriorities,
  isStaff,
  type JobStatus,
  jobStatuses,
  jobTypes,
  priorities,
  services,
  type UserType,
  valuesOf,
} from './enums.ts';
import {
  Address,
  acrossFields,
  assignedTo,
  category,
  copiesNumber,
  deliveryPriority,
  email,
  form,
  jobAttachmentLinks,
  jobCode,
  jobDeliveryMode,
  jobDescription,
  jobEVService,
  jobId,
  jobPriority,
  jobServiceUpdate,
  jobType,
  optionalText,
  project,
  referenceLinks,
  requiredMessage,
  status,
  trackingNumber,
} from './fields.ts';
import { Attachment, atLeastOneFileMessage, jobAttachmentFiles2Update } from './files.ts';
import { maxTextLength } from './limits.ts';

const WireAddress = v.object({
  streetName: v.string(),
  city: v.string(),
  state: v.string(),
  zipcode: v.string(),
});

const WireServiceEntry = v.object({
  category: v.picklist(valuesOf(categories)),
  evServices: v.array(v.picklist(valuesOf(services))),
});

/** A job as lists carry it (§3). */
export const Job = v.object({
  jobId: v.string(),
  jobCode: v.string(),
  project: v.optional(v.string(), ''),
  /** The property the work is for. */
  address: WireAddress,
  /** E-mail of the client who reported it; messages of staff go to it. */
  jobReporter: v.string(),
  /** The reporter's user name. */
  reporter: v.optional(v.string(), ''),
  jobReporterDetails: v.object({
    company: v.optional(v.string(), ''),
    phoneNumber: v.optional(v.string(), ''),
  }),
  jobType: v.picklist(valuesOf(jobTypes)),
  category: v.picklist(valuesOf(categories)),
  jobPriority: v.picklist(valuesOf(priorities)),
  jobDescription: v.optional(v.string(), ''),
  jobDeliveryMode: v.picklist(valuesOf(deliveryModes)),
  /** Wet stamps only, else null. */
  copiesNumber: v.optional(v.nullable(v.number()), null),
  /** Wet stamps only, else null. */
  deliveryAddress: v.optional(v.nullable(WireAddress), null),
  deliveryPriority: v.picklist(valuesOf(deliveryPriorities)),
  jobEVService: v.array(WireServiceEntry),
  jobAttachmentLinks: v.optional(v.string(), ''),
  referenceLinks: v.optional(v.string(), ''),
  status: v.picklist(valuesOf(jobStatuses)),
  /** The note given with the job; also the first message of its conversation. */
  message: v.optional(v.string(), ''),
  /** E-mail of the employee who does it; empty when nobody does yet. */
  assignedTo: v.optional(v.string(), ''),
  /** The assignee's user name; empty when nobody is assigned. */
  assignedToName: v.optional(v.string(), ''),
  trackingNumber: v.optional(v.string(), ''),
  /** The job this one revises, or null. */
  revisionOf: v.optional(v.nullable(v.string()), null),
  /** Counts the changes; an update names the version it was made from. */
  version: v.optional(v.number(), 0),
  /** Seconds. */
  createdTimestamp: v.optional(v.number(), 0),
  /** Seconds. */
  updatedTimestamp: v.optional(v.number(), 0),
  /** Messages of the other side still NEW for the reader. */
  newMessages: v.optional(v.number(), 0),
});
export type Job = v.InferOutput<typeof Job>;

/** One change of a job. Values are as a person reads them. */
export const HistoryEntry = v.object({
  /** Seconds. */
  timestamp: v.number(),
  /** E-mail of who did it. */
  user: v.string(),
  userName: v.string(),
  /** The field that changed; `job` when it was made, `jobAttachmentFiles` when files came, `deliverable` for results. */
  field: v.string(),
  from: v.string(),
  to: v.string(),
});
export type HistoryEntry = v.InferOutput<typeof HistoryEntry>;

/** A job as its own page needs it. */
export const JobDetails = v.object({
  ...Job.entries,
  /** All files of the job and of its conversation, oldest first; those of its results are with the results. */
  attachments: v.optional(v.array(Attachment), []),
  /** The stamped results, newest first. */
  deliverables: v.optional(v.array(Deliverable), []),
  /** The jobs that revise one another, this one among them, oldest first; just this one when there are no revisions. */
  revisions: v.optional(v.array(JobRevision), []),
  /** Newest first. */
  history: v.optional(v.array(HistoryEntry), []),
});
export type JobDetails = v.InferOutput<typeof JobDetails>;

export const JobStats = v.object({
  total: v.number(),
  byStatus: v.record(v.picklist(valuesOf(jobStatuses)), v.number()),
  byCategory: v.record(v.picklist(valuesOf(categories)), v.number()),
  highPriority: v.number(),
  /** In progress or on hold, with nobody assigned. */
  unassigned: v.number(),
  /** Messages still NEW and addressed to the reader. */
  newMessages: v.number(),
});
export type JobStats = v.InferOutput<typeof JobStats>;

function namesOther(entry: unknown): boolean {
  if (typeof entry !== 'object' || entry === null) return false;
  const { category, evServices } = entry as { category?: unknown; evServices?: unknown };
  return category === 'OTHER' || (Array.isArray(evServices) && evServices.includes('OTHER'));
}

/**
 * A description is wanted when "other" is among the services or the request types (§5, `jobDescriptionRequired`). Asked also of
 * values that nobody checked yet.
 */
export function needsDescription(job: { category?: unknown; jobEVService?: unknown }): boolean {
  const entries: unknown[] = Array.isArray(job.jobEVService) ? job.jobEVService : [];
  return job.category === 'OTHER' || entries.some(namesOther);
}

const jobFields = {
  project,
  address: Address,
  jobType,
  category,
  jobPriority,
  jobDescription,
  jobDeliveryMode,
  /** Checked when the delivery is wet stamps, dropped otherwise. */
  copiesNumber: v.nullish(copiesNumber, null),
  deliveryAddress: v.nullish(Address, null),
  deliveryPriority,
  jobEVService,
  jobAttachmentLinks,
  referenceLinks,
};

type Values = Record<string, unknown>;

/** The rules of one field that hang on another (§5; *Jobs* in the decisions). */
function checkConditions(values: Values, say: (field: string, message: string) => void) {
  if (needsDescription(values) && !values.jobDescription) say('jobDescription', requiredMessage);
  if (values.jobDeliveryMode !== 'WET_STAMPS') return;
  if (values.copiesNumber == null) say('copiesNumber', requiredMessage);
  if (values.deliveryAddress == null) say('deliveryAddress', requiredMessage);
}

/** A new job brings its documents: as files, or as links to them. */
function checkReport(values: Values, say: (field: string, message: string) => void) {
  checkConditions(values, say);
  const chosen = values.jobAttachmentFiles2;
  if (values.jobAttachmentLinks || (Array.isArray(chosen) && chosen.length > 0)) return;
  say('jobAttachmentFiles2', atLeastOneFileMessage);
  say('jobAttachmentLinks', requiredMessage);
}

/** Copies and a delivery address belong to wet stamps only; a digital copy forgets them. */
function forgetUnused<T extends { jobDeliveryMode: string }>(job: T) {
  return job.jobDeliveryMode === 'WET_STAMPS' ? job : { ...job, copiesNumber: null, deliveryAddress: null };
}

/** What a person fills in to report a job, files included (names, types and sizes only). */
export const JobForm = v.pipe(
  form({
    ...jobFields,
    message: optionalText(maxTextLength),
    jobAttachmentFiles2: jobAttachmentFiles2Update,
  }),
  acrossFields(checkReport),
  v.transform(forgetUnused),
);
export type JobForm = v.InferOutput<typeof JobForm>;

/**
 * POST /jobs/report. As multipart, this goes as JSON in the part `job`, the files as repeated parts `attachments`;
 * `jobAttachmentFiles2` then is what the server received and need not be sent.
 */
export const JobReport = v.pipe(
  form({
    ...jobFields,
    message: optionalText(maxTextLength),
    jobCode,
    jobReporter: email,
    /** The job that this one revises. */
    revisionOf: v.nullish(jobId, null),
    jobAttachmentFiles2: v.optional(jobAttachmentFiles2Update, []),
  }),
  acrossFields(checkReport),
  v.transform(forgetUnused),
);
export type JobReport = v.InferOutput<typeof JobReport>;

/** The whole of a job as an update leaves it: checked after the changes are laid over the stored job. */
export const JobAfterUpdate = v.pipe(
  form({ ...jobFields, category: v.picklist(valuesOf(categories)), status, assignedTo, trackingNumber }),
  acrossFields(checkConditions),
  v.transform(forgetUnused),
);

const noVersion = 'must be the version of the job that was read';
/** As far as databases count in four bytes. */
const mostVersion = 2_147_483_647;

/**
 * POST /jobs/update, the changes of a job: what is left out stays as it is. As multipart, this goes as JSON in the part
 * `job` and added files as repeated parts `attachments`.
 */
export const JobUpdate = form({
  evJobId: jobId,
  /** E-mail of who updates: the token's own. */
  jobUpdateUser: email,
  /** The version the changes were made from; a stale one is refused with what changed since. */
  version: v.pipe(
    v.number(requiredMessage),
    v.integer(noVersion),
    v.minValue(0, noVersion),
    v.maxValue(mostVersion, noVersion),
  ),
  project: v.optional(project),
  address: v.optional(Address),
  jobType: v.optional(jobType),
  category: v.optional(category),
  jobPriority: v.optional(jobPriority),
  jobDescription: v.exactOptional(jobDescription),
  jobDeliveryMode: v.optional(jobDeliveryMode),
  copiesNumber: v.optional(v.nullable(copiesNumber)),
  deliveryAddress: v.optional(v.nullable(Address)),
  deliveryPriority: v.optional(deliveryPriority),
  /** The service entries as edited (§3), shaped as `jobEVService`. */
  jobServiceUpdate: v.optional(jobServiceUpdate),
  jobAttachmentLinks: v.exactOptional(jobAttachmentLinks),
  referenceLinks: v.exactOptional(referenceLinks),
  status: v.optional(status),
  assignedTo: v.exactOptional(assignedTo),
  trackingNumber: v.exactOptional(trackingNumber),
  jobAttachmentFiles2Update: v.exactOptional(jobAttachmentFiles2Update),
  /** A stamped result (staff). The request's files are its files then, and whatever the job's version, it is added. */
  deliverable: v.exactOptional(NewDeliverable),
});
export type JobUpdate = v.InferOutput<typeof JobUpdate>;

/** Filters of search and CSV export, as the address bar keeps them. */
const jobFilters = {
  /** Prefix match on code, project, address, company and description. */
  text: v.exactOptional(v.pipe(v.string(), v.trim(), v.maxLength(200))),
  statuses: v.exactOptional(v.array(v.picklist(valuesOf(jobStatuses)))),
  categories: v.exactOptional(v.array(v.picklist(valuesOf(categories)))),
  jobPriority: v.exactOptional(v.picklist(valuesOf(priorities))),
  /** E-mail; `''` asks for jobs nobody is assigned to. */
  assignedTo: v.exactOptional(v.string()),
  /** E-mail. */
  jobReporter: v.exactOptional(v.string()),
  /** First and last day of reporting, `2026-11-21`, both included, in UTC. */
  from: v.exactOptional(v.pipe(v.string(), v.isoDate('must be a date'))),
  to: v.exactOptional(v.pipe(v.string(), v.isoDate('must be a date'))),
};

/** Orders of a listing. Those of one column go by pairs: `-desc` and `-asc` are the other way round. */
export const jobSorts = {
  newest: 'Newest first',
  oldest: 'Oldest first',
  updated: 'Last changed first',
  'updated-asc': 'Longest unchanged first',
  project: 'Project, A to Z',
  'project-desc': 'Project, Z to A',
  status: 'Status, open jobs first',
  'status-desc': 'Status, closed jobs first',
  /** Jobs that nobody does yet come first. */
  assignee: 'Assignee, A to Z',
  'assignee-desc': 'Assignee, Z to A',
  priority: 'High priority first',
} as const;
export type JobSort = keyof typeof jobSorts;

/** What is listed, and in which order: the same on the screen and in the export. */
export const JobListing = v.object({
  ...jobFilters,
  sort: v.exactOptional(v.picklist(valuesOf(jobSorts))),
});
export type JobListing = v.InferOutput<typeof JobListing>;

export const JobSearch = v.object({ ...JobListing.entries, startAfter: v.exactOptional(v.string()) });
export type JobSearch = v.InferOutput<typeof JobSearch>;

const transitions: Record<JobStatus, { client: JobStatus[]; staff: JobStatus[] }> = {
  IN_PROGRESS: { client: ['CANCELLED'], staff: ['ON_HOLD', 'COMPLETED', 'CANCELLED'] },
  ON_HOLD: { client: ['CANCELLED'], staff: ['IN_PROGRESS', 'COMPLETED', 'CANCELLED'] },
  COMPLETED: { client: [], staff: ['IN_PROGRESS'] },
  CANCELLED: { client: [], staff: ['IN_PROGRESS'] },
};

/** The statuses a person of this type may give a job that has `from`. */
export function nextStatuses(from: JobStatus, userType: UserType): readonly JobStatus[] {
  if (isStaff(userType)) return transitions[from].staff;
  return userType === 'CLIENT' ? transitions[from].client : [];
}

/** A client edits an own job while it is in progress or on hold; staff edit any job. */
export function mayEditJob(current: JobStatus, userType: UserType): boolean {
  if (isStaff(userType)) return true;
  return userType === 'CLIENT' && (current === 'IN_PROGRESS' || current === 'ON_HOLD');
}

/** The listing's tabs: `/jobs/listing/{category}` → what is asked for. */
export const jobListingCategories = {
  all: { label: 'All' },
  'in-progress': { label: jobStatuses.IN_PROGRESS, status: 'IN_PROGRESS' },
  'on-hold': { label: jobStatuses.ON_HOLD, status: 'ON_HOLD' },
  completed: { label: jobStatuses.COMPLETED, status: 'COMPLETED' },
  cancelled: { label: jobStatuses.CANCELLED, status: 'CANCELLED' },
  stamp: { label: categories.STAMP, category: 'STAMP' },
  're-stamp': { label: categories.RE_STAMP, category: 'RE_STAMP' },
  revision: { label: categories.REVISION, category: 'REVISION' },
  other: { label: categories.OTHER, category: 'OTHER' },
} as const satisfies Record<string, { label: string; status?: JobStatus; category?: Category }>;
export type JobListingCategory = keyof typeof jobListingCategories;
