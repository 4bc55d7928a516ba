import * as v from 'valibot';
import { deliveryModes, jobStatuses, valuesOf } from './enums.ts';
import {
  acrossFields,
  copiesNumber,
  form,
  jobDeliveryMode,
  optionalText,
  requiredMessage,
} from './fields.ts';
import { Attachment, atLeastOneFileMessage, jobAttachmentFiles2Update } from './files.ts';
import { maxTextLength } from './limits.ts';

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

export const oneFileReplacesMessage = 'must be just one when a result is replaced';

function checkDeliverable(values: Record<string, unknown>, say: (field: string, message: string) => void) {
  const files = Array.isArray(values.files) ? values.files.length : 0;
  if (values.supersedes && files > 1) say('files', oneFileReplacesMessage);
  if (values.deliveryMode === 'DIGITAL_COPY' && files === 0) say('files', atLeastOneFileMessage);
  if (values.deliveryMode === 'WET_STAMPS' && values.copiesNumber == null)
    say('copiesNumber', requiredMessage);
}

/** A digital copy is neither counted nor carried. */
function forgetUnused<T extends { deliveryMode: string }>(deliverable: T) {
  if (deliverable.deliveryMode === 'WET_STAMPS') return deliverable;
  return { ...deliverable, copiesNumber: null, carrier: '', trackingNumber: '' };
}

/**
 * What staff say of a result when they add it, as the part `deliverable` of an update (POST /jobs/update). Each file of
 * the request becomes a result of its own; wet stamps may come without one. `files` is what the server received and
 * need not be sent.
 */
export const NewDeliverable = v.pipe(
  form({
    deliveryMode: jobDeliveryMode,
    copiesNumber: v.nullish(copiesNumber, null),
    carrier: optionalText(60),
    trackingNumber: optionalText(60),
    note: optionalText(maxTextLength),
    /** Key of the result of this job that it replaces; `''` when it replaces none. */
    supersedes: optionalText(60),
    files: v.optional(jobAttachmentFiles2Update, []),
  }),
  acrossFields(checkDeliverable),
  v.transform(forgetUnused),
);
export type NewDeliverable = v.InferOutput<typeof NewDeliverable>;
