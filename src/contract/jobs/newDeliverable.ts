import * as v from 'valibot';
import {
  acrossFields,
  form,
  optionalLine,
  optionalText,
  type Report,
  reason,
  requiredMessage,
  type Values,
} from '../fields.ts';
import { atLeastOneFileMessage, jobAttachmentFiles2Update } from '../files/files.ts';
import { maxNoteLength } from '../limits.ts';
import { copiesNumber, jobDeliveryMode } from './jobFieldRules.ts';

export const oneFileReplacesMessage = 'Choose a single file when you replace a deliverable';

function checkDeliverable(values: Values, report: Report) {
  const files = Array.isArray(values.files) ? values.files.length : 0;
  if (values.supersedes && files > 1) report('files', oneFileReplacesMessage);
  if (values.deliveryMode === 'DIGITAL_COPY' && files === 0) report('files', atLeastOneFileMessage);
  if (values.deliveryMode === 'WET_STAMPS' && values.copiesNumber == null)
    report('copiesNumber', requiredMessage);
}

/** Drops the copies, carrier and tracking number of a digital copy. */
function dropUnused<T extends { deliveryMode: string }>(deliverable: T) {
  if (deliverable.deliveryMode === 'WET_STAMPS') return deliverable;
  return { ...deliverable, copiesNumber: null, carrier: '', trackingNumber: '' };
}

/**
 * A deliverable that staff add, the field `deliverable` of POST /jobs/update. Each file of the request becomes a deliverable of its own;
 * wet stamps need no file. The server fills in `files` from those that it received.
 */
export const NewDeliverable = v.pipe(
  form({
    deliveryMode: jobDeliveryMode,
    copiesNumber: v.nullish(copiesNumber, null),
    carrier: optionalLine(60),
    trackingNumber: optionalLine(60),
    note: optionalText(maxNoteLength),
    /** Key of the deliverable of this job that it replaces, or `''`. */
    supersedes: optionalLine(60),
    files: v.optional(jobAttachmentFiles2Update, []),
  }),
  acrossFields(checkDeliverable),
  v.transform(dropUnused),
);
/** A deliverable that staff withdraw, the field `withdrawal` of POST /jobs/update. */
export const Withdrawal = form({
  /** Its key. */
  deliverable: v.pipe(optionalLine(60), v.nonEmpty(requiredMessage)),
  /** The client sees it in the place of the file. */
  reason: v.pipe(reason, v.nonEmpty(requiredMessage)),
});

export type NewDeliverable = v.InferOutput<typeof NewDeliverable>;
