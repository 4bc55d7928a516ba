import { type JobStatus, jobStatuses, type UserType, valuesOf } from '../../../contract/enums.ts';
import type { Job } from '../../../contract/job.ts';
import { nextStatuses } from '../../../contract/jobRights.ts';
import type { JobChanges } from '../../../outbox/sendJobs.ts';

/** What staff do to many jobs at once. */
export type BulkChange = { status: JobStatus } | { assignedTo: string };

export type StatusChoice = {
  status: JobStatus;
  /** Jobs that would get it … */
  changing: Job[];
  /** … that have it already … */
  staying: Job[];
  /** … and that may not go there from where they are. */
  barred: Job[];
};

/** Every status, and what it would mean for each of the jobs. It is possible when none is barred and one changes. */
export function statusChoices(jobs: readonly Job[], userType: UserType): StatusChoice[] {
  return valuesOf(jobStatuses).map((status) => {
    const {
      changing = [],
      staying = [],
      barred = [],
    } = Object.groupBy(jobs, (job) => {
      if (job.status === status) return 'staying';
      return nextStatuses(job.status, userType).includes(status) ? 'changing' : 'barred';
    });
    return { status, changing, staying, barred };
  });
}

/** The jobs that a change would change. */
export function changedBy(jobs: readonly Job[], change: BulkChange): Job[] {
  return jobs.filter((job) =>
    'status' in change ? job.status !== change.status : job.assignedTo !== change.assignedTo,
  );
}

/** The update of one job, made from the version that is shown. */
export function updateOf(job: Pick<Job, 'jobId' | 'version'>, change: BulkChange, email: string): JobChanges {
  return { evJobId: job.jobId, jobUpdateUser: email, version: job.version, ...change };
}

export type Changed = { before: Job; after: Job };

/** The updates that take changes back, where the rules allow the way back. */
export function wayBack(
  changed: readonly Changed[],
  change: BulkChange,
  userType: UserType,
  email: string,
): JobChanges[] {
  if (!('status' in change)) {
    return changed.map(({ before, after }) => updateOf(after, { assignedTo: before.assignedTo }, email));
  }
  return changed
    .filter(({ before, after }) => nextStatuses(after.status, userType).includes(before.status))
    .map(({ before, after }) => updateOf(after, { status: before.status }, email));
}
