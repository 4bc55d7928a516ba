import * as v from 'valibot';
import type { Address } from '../../../contract/address/address.ts';
import type { Category, Service } from '../../../contract/enums.ts';
import { formCategories } from '../../../contract/fields.ts';
import type { Job } from '../../../contract/jobs/job.ts';
import {
  type JobFieldName,
  type JobFields,
  type jobFields,
  ofEachField,
  onlyReported,
  type ReportedFieldName,
} from '../../../contract/jobs/jobFields.ts';

export type FormCategory = (typeof formCategories)[number];

export const emptyAddress: Address = { streetName: '', city: '', state: '', zipcode: '' };

/** What is missing is empty: a draft from before the field came is still a draft. */
const text = v.optional(v.string(), '');
const address = v.object({ streetName: text, city: text, state: text, zipcode: text });

/** A choice as a draft may hold it: whether its value is a known one is for the form's rules. */
function choice<T extends string>(): v.GenericSchema<T> {
  return v.string() as unknown as v.GenericSchema<T>;
}

const services = v.array(
  v.object({ category: choice<FormCategory>(), evServices: v.array(choice<Service>()) }),
);

/** The schema of each kind of field in a form. */
const kinds = {
  line: text,
  text,
  choice: text,
  address: v.optional(address, emptyAddress),
  delivery: v.optional(v.nullable(address), null),
  copies: v.optional(v.nullable(v.number()), null),
  services: v.optional(services, []),
};

/** A choice is '' until it is made. */
type ValueOf<F extends JobFieldName> = F extends 'jobEVService'
  ? v.InferOutput<typeof services>
  : F extends ReportedFieldName
    ? JobFields[F] | ((typeof jobFields)[F] extends { is: 'choice' } ? '' : never)
    : JobFields[F];

const entries = ofEachField(({ is }) => kinds[is]) as unknown as {
  [F in JobFieldName]: v.GenericSchema<ValueOf<F>>;
};

/** The fields that the forms of a new and of an existing job share; '' where nothing is chosen yet. */
export const JobFieldValues = v.object(onlyReported(entries));
export type JobFieldValues = v.InferOutput<typeof JobFieldValues>;

/** The fields of an existing job. */
export const JobUpdateValues = v.object({ ...entries, category: choice<Category>() });
export type JobUpdateValues = v.InferOutput<typeof JobUpdateValues>;

/** Values in a form: the delivery address may follow the property's, which requests do not say. */
export type TypedJob<V extends JobFieldValues> = V & { sameAsProperty: boolean };

const emptyValues = {
  line: '',
  text: '',
  choice: '',
  address: emptyAddress,
  delivery: null,
  copies: null,
  services: [],
};

export const emptyJob: JobFieldValues = {
  ...(onlyReported(ofEachField(({ is }) => emptyValues[is])) as JobFieldValues),
  jobPriority: 'NORMAL',
  deliveryPriority: 'STANDARD',
};

export function isFormCategory(category: string): category is FormCategory {
  return (formCategories as readonly string[]).includes(category);
}

export function isSameAddress(a: Address, b: Address): boolean {
  return (Object.keys(emptyAddress) as (keyof Address)[]).every((part) => a[part] === b[part]);
}

export function isEmptyAddress(address: Address): boolean {
  return isSameAddress(address, emptyAddress);
}

/** Returns a job's fields, without services that no form offers. */
export function updateValuesOf(job: Job): JobUpdateValues {
  const jobEVService = job.jobEVService.filter(({ category }) => isFormCategory(category));
  return v.parse(JobUpdateValues, { ...job, jobEVService });
}

/**
 * Returns the values of a new job that revises another: the same property and services, without its documents, and with a request
 * type that a form offers (the backend files it under revisions).
 */
export function revisionValuesOf(job: Job): JobFieldValues {
  const values = v.parse(JobFieldValues, updateValuesOf(job));
  const types = values.jobEVService.map((entry) => entry.category);
  const category = types.find((type) => type === job.category) ?? types[0] ?? 'OTHER';
  return { ...values, category, jobAttachmentLinks: '' };
}

/** Returns the values of a new job like another one, without its documents and links. */
export function templateValuesOf(job: Job): JobFieldValues {
  return { ...revisionValuesOf(job), referenceLinks: '' };
}

/** Returns a new job with the usual delivery speed where the form does not ask for one (2026-11-24): a draft may still have another. */
export function withAskedSpeed<J extends Pick<Job, 'jobDeliveryMode' | 'deliveryPriority'>>(job: J): J {
  return job.jobDeliveryMode === 'WET_STAMPS' ? job : { ...job, deliveryPriority: 'STANDARD' };
}
