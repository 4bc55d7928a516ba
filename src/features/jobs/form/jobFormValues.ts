import type { Category, DeliveryMode, DeliveryPriority, JobType, Priority } from '../../../contract/enums.ts';
import { type Address, formCategories, type ServiceEntry } from '../../../contract/fields.ts';
import type { Job } from '../../../contract/job.ts';

export type FormCategory = (typeof formCategories)[number];

/** What the forms of a job share, as it stands while somebody types: '' where nothing is chosen yet. */
export type JobFieldValues = {
  project: string;
  address: Address;
  jobType: JobType | '';
  category: Category | '';
  jobPriority: Priority | '';
  jobDescription: string;
  jobDeliveryMode: DeliveryMode | '';
  copiesNumber: number | null;
  deliveryAddress: Address | null;
  deliveryPriority: DeliveryPriority | '';
  jobEVService: ServiceEntry[];
  jobAttachmentLinks: string;
  referenceLinks: string;
};

/** Values in a form: the delivery address may be told to follow the property's, which the wire knows nothing of. */
export type TypedJob<V extends JobFieldValues> = V & { sameAsProperty: boolean };

export const emptyAddress: Address = { streetName: '', city: '', state: '', zipcode: '' };

export const emptyJob: JobFieldValues = {
  project: '',
  address: emptyAddress,
  jobType: '',
  category: '',
  jobPriority: 'NORMAL',
  jobDescription: '',
  jobDeliveryMode: '',
  copiesNumber: null,
  deliveryAddress: null,
  deliveryPriority: 'STANDARD',
  jobEVService: [],
  jobAttachmentLinks: '',
  referenceLinks: '',
};

export function isFormCategory(category: string): category is FormCategory {
  return (formCategories as readonly string[]).includes(category);
}

function isSameAddress(a: Address, b: Address): boolean {
  return (Object.keys(emptyAddress) as (keyof Address)[]).every((part) => a[part] === b[part]);
}

export function isEmptyAddress(address: Address): boolean {
  return isSameAddress(address, emptyAddress);
}

/** Whether the delivery goes to the property, so that its address is not typed twice. */
export function goesToProperty({ address, deliveryAddress }: JobFieldValues): boolean {
  return deliveryAddress !== null && isSameAddress(address, deliveryAddress);
}

/** The fields of a job as its form takes them up. */
export function formValuesOf(job: Job): JobFieldValues {
  return {
    project: job.project,
    address: job.address,
    jobType: job.jobType,
    category: job.category,
    jobPriority: job.jobPriority,
    jobDescription: job.jobDescription,
    jobDeliveryMode: job.jobDeliveryMode,
    copiesNumber: job.copiesNumber,
    deliveryAddress: job.deliveryAddress,
    deliveryPriority: job.deliveryPriority,
    jobEVService: job.jobEVService.flatMap(({ category, evServices }) =>
      isFormCategory(category) ? [{ category, evServices }] : [],
    ),
    jobAttachmentLinks: job.jobAttachmentLinks,
    referenceLinks: job.referenceLinks,
  };
}

/**
 * A new job that revises another: the same property and services. Its documents are new ones, and its request type is
 * one a form offers (the backend files it under revisions).
 */
export function revisionValuesOf(job: Job): JobFieldValues {
  const values = formValuesOf(job);
  const category = isFormCategory(job.category)
    ? job.category
    : (values.jobEVService[0]?.category ?? 'OTHER');
  return { ...values, category, jobAttachmentLinks: '' };
}

/** A new job like another one: what was asked for and where, without its documents, links and code. */
export function templateValuesOf(job: Job): JobFieldValues {
  return { ...revisionValuesOf(job), referenceLinks: '' };
}
