import { type JobStatus, jobStatuses } from '../../../contract/enums.ts';
import type { BulkChange, StatusChoice } from './bulkChange.ts';

export function jobsWords(count: number): string {
  return count === 1 ? '1 job' : `${count} jobs`;
}

/** What the button says: what will happen, and to how many. */
export function statusAction(status: JobStatus, count: number): string {
  const jobs = jobsWords(count);
  return {
    IN_PROGRESS: `Set ${jobs} in progress`,
    ON_HOLD: `Put ${jobs} on hold`,
    COMPLETED: `Mark ${jobs} completed`,
    CANCELLED: `Cancel ${jobs}`,
  }[status];
}

/** "2 jobs are Cancelled and cannot become On hold." Each status that is in the way is named once. */
export function barredWords({ status, barred }: StatusChoice): string {
  const froms = [...new Set(barred.map((job) => jobStatuses[job.status]))].join(' or ');
  const verb = barred.length === 1 ? 'is' : 'are';
  return `${jobsWords(barred.length)} ${verb} ${froms} and cannot become ${jobStatuses[status]}.`;
}

/** @param words the status, or the name of who does the jobs now */
export function doneWords(count: number, change: BulkChange, words: string): string {
  const jobs = jobsWords(count);
  if ('status' in change) return `${jobs} ${count === 1 ? 'is' : 'are'} now ${words}.`;
  return change.assignedTo ? `${jobs} assigned to ${words}.` : `${jobs} assigned to nobody.`;
}

/** Of changes that are on the device and not at the service. */
export function waitWords(count: number): string {
  return count === 1
    ? 'The change of 1 job waits on this device and is sent by itself as soon as there is a signal.'
    : `The changes of ${count} jobs wait on this device and are sent by themselves as soon as there is a signal.`;
}

export function undoneWords(undone: number, refused: number): string {
  const done = `${jobsWords(undone)} changed back.`;
  if (refused === 0) return done;
  return `${undone > 0 ? `${done} ` : ''}${jobsWords(refused)} could not be changed back.`;
}
