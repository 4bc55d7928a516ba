import * as v from 'valibot';
import { form } from '../../../contract/fields.ts';
import type { JobDetails } from '../../../contract/jobs/jobDetails.ts';
import { NewDeliverable } from '../../../contract/jobs/newDeliverable.ts';
import type { JobChanges } from '../../../outbox/sends/sendJobs.ts';
import { carrierOf } from '../TrackingNumber.tsx';
import { type DeliverableDraft, type DeliverableFields, draftVersion } from './deliverableDraft.ts';

/** Named as in the update, so that an error of the server finds its field. */
export const DeliverableRules = form({ deliverable: NewDeliverable, completes: v.boolean() });

export type DeliverableValues = {
  deliverable: DeliverableFields & { files: File[] };
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

/** Returns the draft of a form; null while nothing was typed. Its files are saved beside it. @param untouched the values of a new form */
export function deliverableDraft(
  { deliverable: { files, ...values }, completes }: DeliverableValues,
  untouched: DeliverableValues,
): DeliverableDraft | null {
  const typed = Object.entries(values).filter(
    ([field, value]) => value !== untouched.deliverable[field as keyof typeof values],
  );
  if (files.length === 0 && typed.length === 0 && !completes) return null;
  return { version: draftVersion, values: Object.fromEntries(typed), ...(completes && { completes }) };
}

/** Returns what a form begins with. @param untouched the values of a new form */
export function draftedValues(
  { values, completes = false }: DeliverableDraft,
  files: File[],
  untouched: DeliverableValues,
): DeliverableValues {
  return { deliverable: { ...untouched.deliverable, ...values, files }, completes };
}
