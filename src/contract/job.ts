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
  valuesOf,
} from './enums.ts';

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
  /** The property the work is for. §3 has none on a job: of another backend it may be empty. */
  address: v.optional(WireAddress, { streetName: '', city: '', state: '', zipcode: '' }),
  /** E-mail of the client who reported it; messages of staff go to it. */
  jobReporter: v.string(),
  /** The reporter's user name. */
  reporter: v.optional(v.string(), ''),
  jobReporterDetails: v.object({
    company: v.optional(v.string(), ''),
    /** The one given with the job, else the profile's. */
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
