import { ApiError } from '../../../api/client.ts';
import type { Job } from '../../../contract/job.ts';
import type { JobDetails } from '../../../contract/jobDetails.ts';
import type { EditBase, JobEditDraft } from '../form/jobDraft.ts';
import { goesToProperty, type TypedJob } from '../form/jobFormValues.ts';
import { type JobUpdateValues, type Merged, mergeStale, updateValuesOf } from './jobChanges.ts';

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
