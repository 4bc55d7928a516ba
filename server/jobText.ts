import type { Address } from '../src/contract/address.ts';
import {
  categories,
  deliveryModes,
  deliveryPriorities,
  jobStatuses,
  jobTypes,
  priorities,
  services,
} from '../src/contract/enums.ts';
import { givenFileName } from '../src/contract/fileNames.ts';
import type { Job } from '../src/contract/job.ts';
import type { NewDeliverable } from '../src/contract/newDeliverable.ts';

/** The fields of a job that users change and that its history lists. */
export type JobFields = Pick<
  Job,
  | 'project'
  | 'address'
  | 'jobType'
  | 'category'
  | 'jobPriority'
  | 'jobDescription'
  | 'jobDeliveryMode'
  | 'copiesNumber'
  | 'deliveryAddress'
  | 'deliveryPriority'
  | 'jobEVService'
  | 'jobAttachmentLinks'
  | 'referenceLinks'
  | 'status'
  | 'assignedTo'
  | 'trackingNumber'
>;

export function addressLine(address: Address | null): string {
  return address ? `${address.streetName}, ${address.city}, ${address.state} ${address.zipcode}` : '';
}

export function servicesLine(entries: Job['jobEVService']): string {
  return entries
    .map(
      (entry) =>
        `${categories[entry.category]}: ${entry.evServices.map((service) => services[service]).join(', ')}`,
    )
    .join('; ');
}

const plain = (text: string) => text;

/** Formats each field's value for a job's history; in the order of the form. */
const words: { [F in keyof JobFields]: (value: JobFields[F]) => string } = {
  project: plain,
  address: addressLine,
  jobType: (value) => jobTypes[value],
  category: (value) => categories[value],
  jobEVService: servicesLine,
  jobPriority: (value) => priorities[value],
  jobDescription: plain,
  jobDeliveryMode: (value) => deliveryModes[value],
  copiesNumber: (value) => (value === null ? '' : String(value)),
  deliveryAddress: addressLine,
  deliveryPriority: (value) => deliveryPriorities[value],
  jobAttachmentLinks: plain,
  referenceLinks: plain,
  status: (value) => jobStatuses[value],
  assignedTo: plain,
  trackingNumber: plain,
};

export type FieldChange = { field: keyof JobFields; from: string; to: string };

function changeOf<F extends keyof JobFields>(field: F, before: JobFields, after: JobFields): FieldChange {
  const say = words[field];
  return { field, from: say(before[field]), to: say(after[field]) };
}

/**
 * Returns the differences between two states of a job, as formatted for its history; values with the same text are equal. An
 * assignee is an email here and is replaced by the name when the history is read.
 */
export function changesBetween(before: JobFields, after: JobFields): FieldChange[] {
  return (Object.keys(words) as (keyof JobFields)[])
    .map((field) => changeOf(field, before, after))
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
