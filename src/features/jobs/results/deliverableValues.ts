import * as v from 'valibot';
import type { Deliverable } from '../../../contract/deliverable.ts';
import { type DeliveryMode, deliveryModes } from '../../../contract/enums.ts';
import { form } from '../../../contract/fields.ts';
import type { JobDetails } from '../../../contract/jobDetails.ts';
import { NewDeliverable } from '../../../contract/newDeliverable.ts';
import type { JobChanges } from '../../../outbox/sendJobs.ts';
import { carrierOf } from '../TrackingNumber.tsx';

/** Named as the update that carries it, so that what the server says of a field finds it. */
export const DeliverableRules = form({ deliverable: NewDeliverable });

type Text = {
  deliveryMode: DeliveryMode;
  copiesNumber: number | null;
  carrier: string;
  trackingNumber: string;
  note: string;
  supersedes: string;
};

export type DeliverableValues = { deliverable: Text & { files: File[] } };

/** As the job asked for it. */
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
  };
}

/** What is sent of a checked form; a carrier that the number tells need not be typed. */
export function deliverableOf({
  deliverable: { files: _, ...deliverable },
}: v.InferOutput<typeof DeliverableRules>): NonNullable<JobChanges['deliverable']> {
  const recognised = carrierOf(deliverable.trackingNumber)?.name ?? '';
  return { ...deliverable, carrier: deliverable.carrier || recognised };
}

/** What a result is called where it has to be told from others. */
export function deliverableName({ file, revision }: Pick<Deliverable, 'file' | 'revision'>): string {
  return `${file?.fileName ?? deliveryModes.WET_STAMPS}, revision ${revision}`;
}

/** Raised whenever the form changes its shape. */
const version = 1;

const DeliverableDraft = v.object({
  version: v.literal(version),
  values: v.object({
    deliveryMode: v.picklist(['DIGITAL_COPY', 'WET_STAMPS']),
    copiesNumber: v.nullable(v.number()),
    carrier: v.string(),
    trackingNumber: v.string(),
    note: v.string(),
    supersedes: v.string(),
  }),
});
export type DeliverableDraft = v.InferOutput<typeof DeliverableDraft>;

/** @param waiting of a result that waited to be sent */
export function deliverableDraftName(jobId: string, waiting?: number | null): string {
  return waiting == null ? `result:${jobId}` : `result:${jobId}:waiting:${waiting}`;
}

export function isDeliverableDraft(content: unknown): content is DeliverableDraft {
  return v.is(DeliverableDraft, content);
}

/** What is kept of the form beside its files; null while nothing was typed. */
export function deliverableDraft(
  { deliverable: { files, ...values } }: DeliverableValues,
  initial: DeliverableValues,
): DeliverableDraft | null {
  const { files: none, ...untouched } = initial.deliverable;
  if (files.length === none.length && JSON.stringify(values) === JSON.stringify(untouched)) return null;
  return { version, values };
}
