import type { Address } from '../../../contract/address/address.ts';
import type { JobDetails } from '../../../contract/jobs/jobDetails.ts';
import type { JobChanges } from '../../../outbox/sends/sendJobs.ts';
import { baseOf, type EditBase, goesToProperty, type JobEditDraft } from './jobDraft.ts';
import type { JobUpdateValues, TypedJob } from './jobFormValues.ts';

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

function ordered({ streetName, city, state, zipcode }: Address): Address {
  return { streetName, city, state, zipcode };
}

/** Puts services and the keys of addresses in order: in any order they mean the same. */
function comparable(values: JobUpdateValues): JobUpdateValues {
  const jobEVService = values.jobEVService
    .map((entry) => ({ ...entry, evServices: entry.evServices.toSorted() }))
    .sort((a, b) => a.category.localeCompare(b.category));
  return {
    ...values,
    address: ordered(values.address),
    deliveryAddress: values.deliveryAddress && ordered(values.deliveryAddress),
    jobEVService,
  };
}

/** Returns the fields in which two states of a form differ; chosen files, which only the second may have, are no field. */
export function changedFields(before: JobUpdateValues, after: JobUpdateValues): (keyof JobUpdateValues)[] {
  const [a, b] = [comparable(before), comparable(after)];
  return (Object.keys(a) as (keyof JobUpdateValues)[]).filter((field) => !isSame(a[field], b[field]));
}

/** Returns the changed fields as `POST /jobs/update` takes them (§7): the services under their update name. */
export function changesOf(before: JobUpdateValues, after: JobUpdateValues): Partial<JobChanges> {
  const changes: Record<string, unknown> = {};
  for (const field of changedFields(before, after)) {
    changes[field === 'jobEVService' ? 'jobServiceUpdate' : field] = after[field];
  }
  return changes as Partial<JobChanges>;
}

export type Merged = {
  values: JobUpdateValues;
  /** Fields that only the other user changed. */
  taken: (keyof JobUpdateValues)[];
  /** Fields that both changed; the typed value stays until its author chooses. */
  contested: (keyof JobUpdateValues)[];
};

/**
 * Merges typed values with what another user saved meanwhile.
 *
 * @param read the job as it was when the form was opened
 * @param typed the form now
 * @param now the job as the server has it
 */
export function mergeStale(read: JobUpdateValues, typed: JobUpdateValues, now: JobUpdateValues): Merged {
  const theirs = changedFields(read, now);
  const mine = changedFields(read, typed);
  const differing = changedFields(now, typed);
  const taken = theirs.filter((field) => !mine.includes(field));
  const contested = theirs.filter((field) => mine.includes(field) && differing.includes(field));
  const values = { ...typed, ...Object.fromEntries(taken.map((field) => [field, now[field]])) };
  return { values, taken, contested };
}

/** What another user saved while this form was open. */
export type Stale = { by: string; merged: Merged; before: JobUpdateValues };

type Edit = { base: EditBase; stale: Stale | null; values: TypedJob<JobUpdateValues> };

/** Continues an edit from the job as it is now. */
export function takeOver(base: EditBase, typed: TypedJob<JobUpdateValues>, now: JobDetails): Edit {
  const next = baseOf(now);
  const merged = mergeStale(base.values, typed, next.values);
  const isNews = merged.taken.length > 0 || merged.contested.length > 0;
  return {
    base: next,
    stale: isNews ? { by: now.history[0]?.userName || 'Someone else', merged, before: base.values } : null,
    values: { ...merged.values, sameAsProperty: goesToProperty(merged.values) },
  };
}

/** Begins an edit with the job, or with a draft merged with the job as it is now. One of a later job, as another window saved it, stays. */
export function beginEdit(job: JobDetails, draft: JobEditDraft | null): Edit {
  if (draft && draft.base.version < job.version) return takeOver(draft.base, draft.values, job);
  if (draft) return { base: draft.base, stale: null, values: draft.values };
  const base = baseOf(job);
  return { base, stale: null, values: { ...base.values, sameAsProperty: goesToProperty(base.values) } };
}
