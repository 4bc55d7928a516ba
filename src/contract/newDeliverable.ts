import * as v from 'valibot';
import {
  acrossFields,
  copiesNumber,
  form,
  jobDeliveryMode,
  optionalLine,
  optionalText,
  requiredMessage,
} from './fields.ts';
import { atLeastOneFileMessage, jobAttachmentFiles2Update } from './files.ts';
import { maxNoteLength } from './limits.ts';

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
    carrier: optionalLine(60),
    trackingNumber: optionalLine(60),
    note: optionalText(maxNoteLength),
    /** Key of the result of this job that it replaces; `''` when it replaces none. */
    supersedes: optionalLine(60),
    files: v.optional(jobAttachmentFiles2Update, []),
  }),
  acrossFields(checkDeliverable),
  v.transform(forgetUnused),
);
export type NewDeliverable = v.InferOutput<typeof NewDeliverable>;
