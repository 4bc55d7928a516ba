import * as v from 'valibot';
import {
  type Category,
  categories,
  deliveryModes,
  deliveryPriorities,
  type JobStatus,
  jobStatuses,
  jobTypes,
  priorities,
  services,
  wireValues,
} from '../enums.ts';
import { addedFields } from './addedFields.ts';
import type { JobField } from './jobFields.ts';

export const WireAddress = v.object({
  streetName: v.string(),
  city: v.string(),
  state: v.string(),
  zipcode: v.string(),
});

const WireServiceEntry = v.object({
  category: v.picklist(wireValues(categories)),
  evServices: v.array(v.picklist(wireValues(services))),
});

const text = v.optional(v.string(), '');
const noAddress = { streetName: '', city: '', state: '', zipcode: '' };

/**
 * Reads a field of each kind that came after 1.0.0: what a device has kept from before, or a server of an earlier version sends, lacks
 * it, and is read as a job without it.
 */
const absent = {
  line: text,
  text,
  address: v.optional(WireAddress, noAddress),
  delivery: v.optional(v.nullable(WireAddress), null),
  copies: v.optional(v.nullable(v.number()), null),
  services: v.optional(v.array(WireServiceEntry), []),
};

function readLater(field: JobField): v.GenericSchema {
  if (field.is !== 'choice') return absent[field.is];
  const values = wireValues(field.of);
  return v.optional(v.picklist(values), values[0]);
}

type Later<F extends JobField> = F extends { is: 'choice' }
  ? v.GenericSchema<keyof F['of'] & string>
  : F extends { is: keyof typeof absent }
    ? (typeof absent)[F['is']]
    : never;

/** A job as version 1.0.0 sent it. A later field of users is a row of `addedFields`; another one must be optional. */
const firstJob = {
  jobId: v.string(),
  jobCode: v.string(),
  project: v.string(),
  /** Ours: the property that the work is for. */
  address: WireAddress,
  /** Email of the reporter, to whom messages of staff are addressed. */
  jobReporter: v.string(),
  /** The reporter's user name. */
  reporter: v.string(),
  jobReporterDetails: v.object({
    company: v.string(),
    /** The number given with the job, else that of the profile. */
    phoneNumber: v.string(),
    /** Ours: the client was invited and has not signed up yet. */
    expected: v.exactOptional(v.literal(true)),
  }),
  jobType: v.picklist(wireValues(jobTypes)),
  category: v.picklist(wireValues(categories)),
  jobPriority: v.picklist(wireValues(priorities)),
  jobDescription: v.string(),
  jobDeliveryMode: v.picklist(wireValues(deliveryModes)),
  /** Wet stamps only, else null. */
  copiesNumber: v.nullable(v.number()),
  /** Wet stamps only, else null. */
  deliveryAddress: v.nullable(WireAddress),
  deliveryPriority: v.picklist(wireValues(deliveryPriorities)),
  jobEVService: v.array(WireServiceEntry),
  jobAttachmentLinks: v.string(),
  referenceLinks: v.string(),
  status: v.picklist(wireValues(jobStatuses)),
  /** Ours: why the job is on hold or cancelled, where somebody said why. */
  statusReason: v.exactOptional(v.string()),
  /** The note given with the job, which is also the first message of its conversation. */
  message: v.string(),
  /** Email of the assignee; empty when unassigned. */
  assignedTo: v.string(),
  /** User name of the assignee; empty when unassigned. */
  assignedToName: v.string(),
  trackingNumber: v.string(),
  /** Id of the job that this one revises, or null. */
  revisionOf: v.nullable(v.string()),
  /** Number of changes; an update names the version that it was made from. */
  version: v.number(),
  /** Seconds. */
  createdTimestamp: v.number(),
  /** Seconds. */
  updatedTimestamp: v.number(),
  /** Messages of the other side that are still NEW for the caller. */
  newMessages: v.number(),
  /**
   * Ours: when the job is due. Null when no rule fits it, and for clients once something is delivered; absent while due dates are off, and
   * for clients unless they see them. A job that is not in progress has the date at which its clock stopped.
   */
  due: v.exactOptional(
    v.nullable(
      v.object({
        /** A day of the firm's zone: `2026-11-27`. */
        date: v.string(),
        /** The end of that day, in seconds: the job is overdue from then on. */
        end: v.number(),
        /** Whether staff set the date. */
        isSet: v.exactOptional(v.boolean()),
      }),
    ),
  ),
};

const laterFields = Object.fromEntries(
  Object.entries<JobField>(addedFields).map(([name, field]) => [name, readLater(field)]),
) as { [F in keyof typeof addedFields]: Later<(typeof addedFields)[F]> };

/** A job in a list (§3). */
export const Job = v.object({
  ...firstJob,
  ...laterFields,
});
export type Job = v.InferOutput<typeof Job>;

/** Counts over jobs (§7). */
export const JobStats = v.object({
  total: v.number(),
  byStatus: v.record(v.picklist(wireValues(jobStatuses)), v.number()),
  byCategory: v.record(v.picklist(wireValues(categories)), v.number()),
  /** In progress or on hold, and of high priority. */
  highPriority: v.number(),
  /** In progress or on hold, and unassigned. */
  unassigned: v.number(),
  /** Messages that are still NEW and addressed to the caller or, for staff, to nobody. */
  newMessages: v.number(),
  /** Ours, of the caller's own counts: the rows of each part of the inbox (`inboxParts`). */
  inbox: v.exactOptional(v.record(v.string(), v.number())),
  /** Ours, beside `inbox`: in how many seconds the first of what is put off comes back. */
  wakesIn: v.exactOptional(v.number()),
  /** Ours, for staff while due dates are on: jobs in progress by `dueFilters`. */
  due: v.exactOptional(v.record(v.string(), v.number())),
});
export type JobStats = v.InferOutput<typeof JobStats>;

/** Returns how many messages need the caller's answer, the number of every badge, of their own counts; undefined without these. */
export function messagesToAnswer(stats: JobStats | undefined): number | undefined {
  return stats?.inbox?.['needs-answer'];
}

/** Orders of a listing; `-desc` and `-asc` reverse the order of a column. */
export const jobSorts = {
  newest: 'Newest first',
  oldest: 'Oldest first',
  updated: 'Recently updated',
  'updated-asc': 'Least recently updated',
  project: 'Project, A to Z',
  'project-desc': 'Project, Z to A',
  status: 'Status (open first)',
  'status-desc': 'Status (closed first)',
  /** Unassigned jobs come first. */
  assignee: 'Assignee, A to Z',
  'assignee-desc': 'Assignee, Z to A',
  priority: 'High priority first',
  /** By the due dates of jobs in progress; jobs without one come after them both ways. A caller who sees none gets the newest first. */
  due: 'Due date, soonest first',
  'due-desc': 'Due date, latest first',
} as const;
export type JobSort = keyof typeof jobSorts;

/** The tabs of the listing, by `/jobs/listing/{category}`, with the filter of each. */
export const jobListingCategories = {
  all: {},
  'in-progress': { status: 'IN_PROGRESS' },
  'on-hold': { status: 'ON_HOLD' },
  completed: { status: 'COMPLETED' },
  cancelled: { status: 'CANCELLED' },
  stamp: { category: 'STAMP' },
  're-stamp': { category: 'RE_STAMP' },
  revision: { category: 'REVISION' },
  other: { category: 'OTHER' },
} as const satisfies Record<string, { status?: JobStatus; category?: Category }>;
export type JobListingCategory = keyof typeof jobListingCategories;
