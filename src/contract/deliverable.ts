import * as v from 'valibot';
import { Attachment } from './attachment.ts';
import { deliveryModes, jobStatuses, valuesOf } from './enums.ts';

/**
 * A stamped result of a job: a digital copy, or wet stamps on their way. Never changed and never deleted: what corrects
 * it is the next revision of its line, and marks it superseded.
 */
export const Deliverable = v.object({
  key: v.string(),
  /** Null for wet stamps that were sent without a file. */
  file: v.optional(v.nullable(Attachment), null),
  /** Counts the results of one line: 1, and 2 for what replaces it. */
  revision: v.number(),
  /** The key of the result it replaced, or null. */
  supersedes: v.optional(v.nullable(v.string()), null),
  /** A newer revision took its place. */
  superseded: v.boolean(),
  deliveryMode: v.picklist(valuesOf(deliveryModes)),
  /** Wet stamps only, else null. */
  copiesNumber: v.optional(v.nullable(v.number()), null),
  /** Who carries wet stamps, and under which number. */
  carrier: v.optional(v.string(), ''),
  trackingNumber: v.optional(v.string(), ''),
  note: v.optional(v.string(), ''),
  /** E-mail and user name of who added it. */
  addedBy: v.optional(v.string(), ''),
  addedByName: v.optional(v.string(), ''),
  /** Seconds. */
  createdTimestamp: v.optional(v.number(), 0),
});
export type Deliverable = v.InferOutput<typeof Deliverable>;

/** A job of the chain that `revisionOf` makes. */
export const JobRevision = v.object({
  jobId: v.string(),
  jobCode: v.string(),
  project: v.optional(v.string(), ''),
  status: v.picklist(valuesOf(jobStatuses)),
  /** Seconds. */
  createdTimestamp: v.optional(v.number(), 0),
});
export type JobRevision = v.InferOutput<typeof JobRevision>;
