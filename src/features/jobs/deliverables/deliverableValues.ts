import * as v from 'valibot';
import { shownNameOf } from '../../../api/attachments.ts';
import { deliveryModes } from '../../../contract/enums.ts';
import { FieldIssue } from '../../../contract/errors.ts';
import { form } from '../../../contract/fields.ts';
import type { Deliverable, JobDetails } from '../../../contract/jobs/jobDetails.ts';
import { NewDeliverable } from '../../../contract/jobs/newDeliverable.ts';
import type { JobChanges } from '../../../outbox/sends/sendJobs.ts';
import { carrierOf } from '../TrackingNumber.tsx';

/** Named as in the update, so that an error of the server finds its field. */
export const DeliverableRules = form({ deliverable: NewDeliverable, completes: v.boolean() });

export type DeliverableValues = {
  deliverable: DeliverableDraft['values'] & { files: File[] };
  /** Whether the job is completed with it. */
  completes: boolean;
};

/** Returns the values of a new deliverable, delivered as the job asks. */
export function emptyDeliverable(job: JobDetails): DeliverableValues {
  return {
    deliverable: {
      deliveryMode: job.jobDeliveryMode,
      copiesNumber: job.copiesNumber ?? 1,
      carrier: '',
      trackingNumber: job.jobDeliveryMode === 'WET_STAMPS' ? job.trackingNumber : '',
      note: '',
      supersedes: '',
      files: [],
    },
    completes: false,
  };
}

/** Returns what is sent of a valid form, with the carrier that is recognised by the number where none was typed. */
export function deliverableOf({
  deliverable: { files: _, ...deliverable },
}: v.InferOutput<typeof DeliverableRules>): NonNullable<JobChanges['deliverable']> {
  const recognised = carrierOf(deliverable.trackingNumber)?.name ?? '';
  return { ...deliverable, carrier: deliverable.carrier || recognised };
}

/** Returns the name of a deliverable's file, also of one that the user does not get; empty without a file. */
export function deliveredName({ file, withdrawn }: Pick<Deliverable, 'file' | 'withdrawn'>): string {
  return shownNameOf({ fileName: file?.fileName ?? withdrawn?.fileName ?? '' });
}

/** Returns a name that tells a deliverable from the others of its job. */
export function deliverableName(deliverable: Pick<Deliverable, 'file' | 'withdrawn' | 'revision'>): string {
  return `${deliveredName(deliverable) || deliveryModes.WET_STAMPS}, revision ${deliverable.revision}`;
}

/** Raised when the draft changes its shape. */
const version = 1;

export const DeliverableDraft = v.object({
  version: v.literal(version),
  values: v.object({
    deliveryMode: v.picklist(['DIGITAL_COPY', 'WET_STAMPS']),
    copiesNumber: v.nullable(v.number()),
    carrier: v.string(),
    trackingNumber: v.string(),
    note: v.string(),
    supersedes: v.string(),
  }),
  completes: v.exactOptional(v.boolean()),
  /** What the server found wrong with one that was sent, and taken back. */
  issues: v.exactOptional(v.array(FieldIssue)),
});
export type DeliverableDraft = v.InferOutput<typeof DeliverableDraft>;

export function deliverableDraftName(jobId: string): string {
  return `deliverable:${jobId}`;
}

/** Returns the draft of a form; null while nothing was typed. Its files are saved beside it. */
export function deliverableDraft(
  { deliverable: { files, ...values }, completes }: DeliverableValues,
  initial: DeliverableValues,
): DeliverableDraft | null {
  const { files: none, ...untouched } = initial.deliverable;
  const isTyped = completes !== initial.completes || JSON.stringify(values) !== JSON.stringify(untouched);
  if (files.length === none.length && !isTyped) return null;
  return { version, values, ...(completes && { completes }) };
}
