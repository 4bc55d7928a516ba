import { deliveryModes } from '../../../src/contract/enums.ts';
import { givenFileName } from '../../../src/contract/files/fileNames.ts';
import { type JobFieldName, type JobFields, jobFieldNames } from '../../../src/contract/jobs/jobFields.ts';
import { jobFieldText } from '../../../src/contract/jobs/jobFieldText.ts';
import type { NewDeliverable } from '../../../src/contract/jobs/newDeliverable.ts';

export type FieldChange = { field: JobFieldName; from: string; to: string };

/**
 * Returns the differences between two states of a job, as formatted for its history; values with the same text are equal. An
 * assignee is an email here and is replaced by the name when the history is read.
 */
export function changesBetween(before: JobFields, after: JobFields): FieldChange[] {
  return jobFieldNames
    .map((field) => ({
      field,
      from: jobFieldText(field, before[field]),
      to: jobFieldText(field, after[field]),
    }))
    .filter(({ from, to }) => from !== to);
}

/** Returns `plan.pdf, revision 1`; for a shipment without a file `wet stamps, revision 1`. */
export function revisionText(fileName: string, revision: number): string {
  return `${givenFileName(fileName) || deliveryModes.WET_STAMPS.toLowerCase()}, revision ${revision}`;
}

/** Returns `plan.pdf, revision 2: wet stamps, 3 copies, UPS 1Z…`; the files of one request share a text. */
export function deliverableText(
  deliverable: Pick<NewDeliverable, 'deliveryMode' | 'copiesNumber' | 'carrier' | 'trackingNumber'>,
  fileNames: readonly string[],
  revision: number,
): string {
  const { deliveryMode, copiesNumber, carrier, trackingNumber } = deliverable;
  const how = [
    ...(fileNames.length > 0 ? [deliveryModes[deliveryMode].toLowerCase()] : []),
    ...(copiesNumber === null ? [] : [`${copiesNumber} ${copiesNumber === 1 ? 'copy' : 'copies'}`]),
    [carrier, trackingNumber].filter(Boolean).join(' '),
  ];
  return `${revisionText(fileNames.map(givenFileName).join(', '), revision)}: ${how.filter(Boolean).join(', ')}`;
}
