import { type JobStatus, jobStatuses } from '../../../contract/enums.ts';
import { deliveredOf } from '../../../contract/jobs/delivered.ts';
import type { Job } from '../../../contract/jobs/job.ts';
import type { JobDetails } from '../../../contract/jobs/jobDetails.ts';

type JobStep = {
  name: string;
  /** Undefined while it is not known. */
  isDone: boolean | undefined;
  /** When it was done, where that is known. */
  seconds?: number | undefined;
  /** The day for which it is expected, where the user may know: `2026-11-27`. */
  expected?: string | undefined;
};

/** Returns when a status was reached last. */
function reached(details: JobDetails | null, status: JobStatus): number | undefined {
  return details?.history.find(({ field, to }) => field === 'status' && to === jobStatuses[status])
    ?.timestamp;
}

/** Returns the way of a job from its submission to its end. */
export function jobStepsOf(job: Job, details: JobDetails | null): JobStep[] {
  const { status } = job;
  // The first assignment may be among the changes that are not read.
  const all = details?.historyStartAfter === null ? details.history : [];
  const assigned = all.findLast(({ field, to }) => field === 'assignedTo' && to !== '');
  const delivered = details ? deliveredOf(details).at(-1) : undefined;
  const isEnded = status === 'COMPLETED' || status === 'CANCELLED';
  const end = status === 'CANCELLED' ? status : 'COMPLETED';
  return [
    { name: 'Submitted', isDone: true, seconds: job.createdTimestamp },
    {
      name: 'Assigned',
      isDone: job.assignedTo !== '',
      seconds: job.assignedTo ? assigned?.timestamp : undefined,
    },
    ...(status === 'ON_HOLD' ? [{ name: 'On hold', isDone: true, seconds: reached(details, status) }] : []),
    // A cancelled job is not waited for.
    ...(status === 'CANCELLED' && !delivered
      ? []
      : [
          {
            name: 'Delivered',
            isDone: details ? delivered !== undefined : undefined,
            seconds: delivered?.createdTimestamp,
          },
        ]),
    {
      name: jobStatuses[end],
      isDone: isEnded,
      seconds: isEnded ? reached(details, status) : undefined,
      expected: status === 'IN_PROGRESS' ? job.due?.date : undefined,
    },
  ];
}

/** Returns what comes next, as a sentence for the client. */
export function nextStepText({ status, assignedTo }: Job, isDelivered: boolean): string {
  if (status === 'ON_HOLD')
    return 'Work goes on once EV takes the job off hold. Ask in the chat if you can help.';
  if (status === 'COMPLETED') return 'This job is done. If something needs to change, request a revision.';
  if (status === 'CANCELLED') return 'Work on this job has stopped. Only EV can reopen it.';
  if (isDelivered)
    return 'EV will tell you when the job is done. If something needs to change, write in the chat.';
  return assignedTo
    ? 'An engineer is working on it. You’ll be notified when documents are delivered.'
    : 'EV will assign an engineer next.';
}
