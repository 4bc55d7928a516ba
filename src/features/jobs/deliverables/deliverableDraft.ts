import * as v from 'valibot';
import { FieldIssue } from '../../../contract/errors.ts';

/** Raised when the draft changes its shape. */
export const draftVersion = 1;

/** The fields of the form, but its files. */
const Fields = v.object({
  deliveryMode: v.picklist(['DIGITAL_COPY', 'WET_STAMPS']),
  copiesNumber: v.nullable(v.number()),
  carrier: v.string(),
  trackingNumber: v.string(),
  note: v.string(),
  supersedes: v.string(),
});

export const DeliverableDraft = v.object({
  version: v.literal(draftVersion),
  /** What was typed; the others follow the job. A draft of an earlier build has all of them. */
  values: v.partial(Fields),
  completes: v.exactOptional(v.boolean()),
  /** What the server found wrong with one that was sent, and taken back. */
  issues: v.exactOptional(v.array(FieldIssue)),
});
export type DeliverableFields = v.InferOutput<typeof Fields>;
export type DeliverableDraft = v.InferOutput<typeof DeliverableDraft>;

export function deliverableDraftName(jobId: string): string {
  return `deliverable:${jobId}`;
}
