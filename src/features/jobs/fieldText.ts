import {
  categories,
  deliveryModes,
  deliveryPriorities,
  jobStatuses,
  jobTypes,
  priorities,
} from '../../contract/enums.ts';
import { labels } from '../../contract/labels.ts';
import { addressLine } from '../../format/address.ts';
import { servicesText } from '../../format/services.ts';
import type { JobUpdateValues } from './form/jobFormValues.ts';

const plain = (text: string) => text;

const texts: { [F in keyof JobUpdateValues]: (value: JobUpdateValues[F]) => string } = {
  project: plain,
  address: addressLine,
  jobType: (value) => value && jobTypes[value],
  category: (value) => value && categories[value],
  jobPriority: (value) => value && priorities[value],
  jobDescription: plain,
  jobDeliveryMode: (value) => value && deliveryModes[value],
  copiesNumber: (value) => (value === null ? '' : String(value)),
  deliveryAddress: (value) => (value ? addressLine(value) : ''),
  deliveryPriority: (value) => value && deliveryPriorities[value],
  jobEVService: servicesText,
  jobAttachmentLinks: plain,
  referenceLinks: plain,
  status: (value) => jobStatuses[value],
  assignedTo: (email) => email || 'Unassigned',
  trackingNumber: plain,
};

/** Returns a field's value in words; 'Empty' where it has none. */
export function fieldText<F extends keyof JobUpdateValues>(field: F, values: JobUpdateValues): string {
  return texts[field](values[field]) || 'Empty';
}

/** Returns the label of a field of a job or of its history. */
export function fieldLabel(field: string): string {
  return Object.hasOwn(labels, field) ? labels[field as keyof typeof labels] : field;
}
