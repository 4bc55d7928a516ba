import * as v from 'valibot';
import { FieldIssue } from '../../../contract/errors.ts';

/** Raised when the draft changes its shape. */
export const draftVersion = 1;

/** What was typed; the other fields follow the job. A draft of an earlier build has all fields. */
const Typed = v.object({
  deliveryMode: v.exactOptional(v.picklist(['DIGITAL_COPY', 'WET_STAMPS'])),
  copiesNumber: v.exactOptional(v.nullable(v.number())),
  carrier: v.exactOptional(v.string()),
  trackingNumber: v.exactOptional(v.string()),
  note: v.exactOptional(v.string()),
  supersedes: v.exactOptional(v.string()),
});
export type DeliverableFields = Required<v.InferOutput<typeof Typed>>;

export const DeliverableDraft = v.object({
  version: v.literal(draftVersion),
  values: Typed,
  completes: v.exactOptional(v.boolean()),
  /** What the server found wrong with one that was sent, and taken back. */
  issues: v.exactOptional(v.array(FieldIssue)),
});
export type DeliverableDraft = v.InferOutput<typeof DeliverableDraft>;

export function deliverableDraftName(jobId: string): string {
  return `deliverable:${jobId}`;
}
