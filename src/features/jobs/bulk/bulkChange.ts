import type { DueChange } from '../../../contract/due/dueChange.ts';
import {
  type JobStatus,
  jobStatuses,
  openStatuses,
  type UserType,
  wireValues,
} from '../../../contract/enums.ts';
import type { Job } from '../../../contract/jobs/job.ts';
import { nextStatuses } from '../../../contract/jobs/jobRights.ts';
import type { JobChanges } from '../../../outbox/sends/sendJobs.ts';

/** A change that staff make to many jobs at once. */
export type BulkChange =
  | { status: JobStatus; reason?: string }
  | { assignedTo: string }
  | { jobPriority: Job['jobPriority'] }
  | { due: Omit<DueChange, 'seen'> };

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
  return jobs.filter((job) => {
    if ('status' in change) return job.status !== change.status;
    if ('jobPriority' in change) return job.jobPriority !== change.jobPriority;
    if ('assignedTo' in change) return job.assignedTo !== change.assignedTo;
    return openStatuses.includes(job.status) && job.due?.date !== change.due.date;
  });
}

/** Returns the update of one job, from the version that is shown. */
export function updateOf(
  job: Pick<Job, 'jobId' | 'version' | 'due'>,
  change: BulkChange,
  email: string,
): JobChanges {
  const update = { evJobId: job.jobId, jobUpdateUser: email, version: job.version };
  if (!('due' in change)) return { ...update, ...change };
  return { ...update, due: { ...change.due, seen: job.due?.isSet ? job.due.date : null } };
}
