import * as v from 'valibot';
import { form } from '../../../contract/fields.ts';
import type { JobDetails } from '../../../contract/jobs/jobDetails.ts';
import { NewDeliverable } from '../../../contract/jobs/newDeliverable.ts';
import type { JobChanges } from '../../../outbox/sends/sendJobs.ts';
import { carrierOf } from '../TrackingNumber.tsx';
import { type DeliverableDraft, draftVersion } from './deliverableDraft.ts';

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

/** Returns the draft of a form; null while nothing was typed. Its files are saved beside it. */
export function deliverableDraft(
  { deliverable: { files, ...values }, completes }: DeliverableValues,
  initial: DeliverableValues,
): DeliverableDraft | null {
  const { files: none, ...untouched } = initial.deliverable;
  const isTyped = completes !== initial.completes || JSON.stringify(values) !== JSON.stringify(untouched);
  if (files.length === none.length && !isTyped) return null;
  return { version: draftVersion, values, untouched, ...(completes && { completes }) };
}

/** Returns what a form begins with: its draft, where what was not typed in it follows the job. @param untouched the values of a new form */
export function draftedValues(
  { values, untouched: before, completes = false }: DeliverableDraft,
  files: File[],
  untouched: DeliverableValues,
): DeliverableValues {
  const typed = Object.entries(values).filter(
    ([field, value]) => value !== before?.[field as keyof typeof before],
  );
  return { deliverable: { ...untouched.deliverable, ...Object.fromEntries(typed), files }, completes };
}
