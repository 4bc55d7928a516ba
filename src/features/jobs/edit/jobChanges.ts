import { hashKey } from '@tanstack/react-query';
import { ApiError } from '../../../api/client.ts';
import type { Job } from '../../../contract/job.ts';
import type { JobDetails } from '../../../contract/jobDetails.ts';
import type { JobChanges } from '../../../outbox/sendJobs.ts';
import type { EditBase, JobEditDraft } from '../form/jobDraft.ts';
import {
  goesToProperty,
  type JobUpdateValues,
  type TypedJob,
  updateValuesOf,
} from '../form/jobFormValues.ts';

function isSame(a: unknown, b: unknown): boolean {
  // Whatever the order of the keys of an object.
  return hashKey([a]) === hashKey([b]);
}

/** Puts service entries and their services in order: in any order they mean the same. */
function comparable(values: JobUpdateValues): JobUpdateValues {
  const jobEVService = values.jobEVService
    .map((entry) => ({ ...entry, evServices: entry.evServices.toSorted() }))
    .sort((a, b) => a.category.localeCompare(b.category));
  return { ...values, jobEVService };
}

/** The fields in which two states of a form differ; what only the second has (chosen files) is no field of a job. */
export function changedFields(before: JobUpdateValues, after: JobUpdateValues): (keyof JobUpdateValues)[] {
  const [a, b] = [comparable(before), comparable(after)];
  return (Object.keys(a) as (keyof JobUpdateValues)[]).filter((field) => !isSame(a[field], b[field]));
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

/** Two versions of a job: what somebody else saved while this one was edited. */
export type Stale = { by: string; merged: Merged; before: JobUpdateValues };

type Edit = { base: EditBase; stale: Stale | null; values: TypedJob<JobUpdateValues> };

/** A job as its author reads it before a change. */
export function baseOf(job: Job): EditBase {
  return { version: job.version, assignedToName: job.assignedToName, values: updateValuesOf(job) };
}

/** Lays what was typed over the job as it is now. */
export function takeOver(base: EditBase, typed: TypedJob<JobUpdateValues>, now: JobDetails): Edit {
  const next = baseOf(now);
  const merged = mergeStale(base.values, typed, next.values);
  const isNews = merged.taken.length > 0 || merged.contested.length > 0;
  return {
    base: next,
    stale: isNews ? { by: now.history[0]?.userName || 'Somebody else', merged, before: base.values } : null,
    values: { ...merged.values, sameAsProperty: goesToProperty(merged.values) },
  };
}

/**
 * How an edit begins: with the job, or with what was left or waited to be sent, laid over the job of now.
 */
export function beginEdit(job: JobDetails, draft: JobEditDraft | null): Edit {
  if (!draft) {
    const base = baseOf(job);
    return { base, stale: null, values: { ...base.values, sameAsProperty: goesToProperty(base.values) } };
  }
  if (draft.base.version === job.version) {
    return { base: draft.base, stale: null, values: draft.values };
  }
  return takeOver(draft.base, draft.values, job);
}

/** The job as it is now, where a refusal says that somebody else changed it. */
export function staleIn(error: unknown): JobDetails | undefined {
  return error instanceof ApiError && error.code === 'stale' ? error.job : undefined;
}
