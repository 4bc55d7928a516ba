import { type JobStatus, jobStatuses, type UserType, wireValues } from '../../../contract/enums.ts';
import type { Job } from '../../../contract/jobs/job.ts';
import { nextStatuses } from '../../../contract/jobs/jobRights.ts';
import type { JobChanges } from '../../../outbox/sends/sendJobs.ts';

/** A change that staff make to many jobs at once. */
export type BulkChange = { status: JobStatus; reason?: string } | { assignedTo: string };

export type StatusChoice = {
  status: JobStatus;
  /** Jobs that would get it. */
  changing: Job[];
  /** Jobs that have it already. */
  staying: Job[];
  /** Jobs whose own status does not allow it. */
  barred: Job[];
};

/** Returns for every status which of the jobs it would change. It is possible when none is barred and one changes. */
export function statusChoices(jobs: readonly Job[], userType: UserType): StatusChoice[] {
  return wireValues(jobStatuses).map((status) => {
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

/** Returns the jobs that a change would change. */
export function changedBy(jobs: readonly Job[], change: BulkChange): Job[] {
  return jobs.filter((job) =>
    'status' in change ? job.status !== change.status : job.assignedTo !== change.assignedTo,
  );
}

/** Returns the update of one job, from the version that is shown. */
export function updateOf(job: Pick<Job, 'jobId' | 'version'>, change: BulkChange, email: string): JobChanges {
  return { evJobId: job.jobId, jobUpdateUser: email, version: job.version, ...change };
}
