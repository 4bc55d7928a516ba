import {
  categories,
  deliveryModes,
  deliveryPriorities,
  jobStatuses,
  jobTypes,
  priorities,
  services,
} from '../src/contract/enums.ts';
import type { Address } from '../src/contract/fields.ts';
import type { Job } from '../src/contract/job.ts';
import type { NewDeliverable } from '../src/contract/newDeliverable.ts';

/** The fields of a job that a person can change, and that its history tells of. */
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

/** How each field's value reads in a job's history; the order is the order of the form. */
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
 * What differs between two states of a job, as a person reads it. Two values that read the same are the same. An
 * assignee is an e-mail address here; who reads the history finds the name in its place.
 */
export function changesBetween(before: JobFields, after: JobFields): FieldChange[] {
  return (Object.keys(words) as (keyof JobFields)[])
    .map((field) => changeOf(field, before, after))
    .filter(({ from, to }) => from !== to);
}

/** `plan.pdf, revision 1`; a shipment has no file to name: `wet stamps, revision 1`. */
export function revisionWords(fileName: string, revision: number): string {
  return `${fileName || deliveryModes.WET_STAMPS.toLowerCase()}, revision ${revision}`;
}

/** `plan.pdf, revision 2: wet stamps, 3 copies, UPS 1Z…`; files of one request are told together. */
export function deliverableWords(
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
  return `${revisionWords(fileNames.join(', '), revision)}: ${how.filter(Boolean).join(', ')}`;
}
