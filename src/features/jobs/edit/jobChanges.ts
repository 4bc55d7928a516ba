import type { Job } from '../../../contract/job.ts';
import type { JobChanges } from '../../../outbox/sendJobs.ts';
import { formValuesOf, type JobFieldValues } from '../form/jobFormValues.ts';

/** What the update form holds: the fields of a job, and what only an existing job has. */
export type JobUpdateValues = JobFieldValues & {
  category: Job['category'];
  status: Job['status'];
  assignedTo: string;
  trackingNumber: string;
};

export function updateValuesOf(job: Job): JobUpdateValues {
  const { category, status, assignedTo, trackingNumber } = job;
  return { ...formValuesOf(job), category, status, assignedTo, trackingNumber };
}

function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** Entries say the same in whatever order they stand. */
function comparable(values: JobUpdateValues): JobUpdateValues {
  const sorted = values.jobEVService
    .map((entry) => ({ category: entry.category, evServices: [...entry.evServices].sort() }))
    .sort((a, b) => a.category.localeCompare(b.category));
  const ordered = (address: JobUpdateValues['address']) => ({
    streetName: address.streetName,
    city: address.city,
    state: address.state,
    zipcode: address.zipcode,
  });
  return {
    ...values,
    address: ordered(values.address),
    deliveryAddress: values.deliveryAddress && ordered(values.deliveryAddress),
    jobEVService: sorted,
  };
}

/** The fields in which two states of a form differ; what only the second has (chosen files) is no field of a job. */
export function changedFields(before: JobUpdateValues, after: JobUpdateValues): (keyof JobUpdateValues)[] {
  const [a, b] = [comparable(before), comparable(after)];
  return (Object.keys(a) as (keyof JobUpdateValues)[]).filter((field) => !same(a[field], b[field]));
}

/** What the wire is told of an edit: the changed fields only (the services under their update name). */
export function changesOf(before: JobUpdateValues, after: JobUpdateValues): Partial<JobChanges> {
  const changes: Record<string, unknown> = {};
  for (const field of changedFields(before, after)) {
    changes[field === 'jobEVService' ? 'jobServiceUpdate' : field] = after[field];
  }
  return changes as Partial<JobChanges>;
}

export type Merged = {
  values: JobUpdateValues;
  /** Taken over from the other person, because this one had not touched them. */
  taken: (keyof JobUpdateValues)[];
  /** Changed by both; the typed value stands until its author decides. */
  contested: (keyof JobUpdateValues)[];
};

/**
 * Lays typed values over what somebody else saved meanwhile.
 *
 * @param read the job as it was when the form was opened
 * @param typed the form now
 * @param now the job as the server has it
 */
export function mergeStale(read: JobUpdateValues, typed: JobUpdateValues, now: JobUpdateValues): Merged {
  const theirs = new Set(changedFields(read, now));
  const mine = new Set(changedFields(read, typed));
  const taken = [...theirs].filter((field) => !mine.has(field));
  const differs = new Set(changedFields(now, typed));
  const contested = [...theirs].filter((field) => mine.has(field) && differs.has(field));
  const values = { ...typed, ...Object.fromEntries(taken.map((field) => [field, now[field]])) };
  return { values, taken, contested };
}
