import { type JobStatus, jobStatuses } from '../../../contract/enums.ts';
import { counted } from '../../../format/counted.ts';
import type { BulkChange, StatusChoice } from './bulkChange.ts';

/** Labels the button: what it does, and to how many jobs. */
export function statusAction(status: JobStatus, count: number): string {
  const jobs = counted(count, 'job');
  return {
    IN_PROGRESS: `Set ${jobs} in progress`,
    ON_HOLD: `Put ${jobs} on hold`,
    COMPLETED: `Mark ${jobs} completed`,
    CANCELLED: `Cancel ${jobs}`,
  }[status];
}

/** "2 jobs are Cancelled and cannot become On hold." */
export function barredText({ status, barred }: StatusChoice): string {
  const froms = [...new Set(barred.map((job) => jobStatuses[job.status]))].join(' or ');
  const verb = barred.length === 1 ? 'is' : 'are';
  return `${counted(barred.length, 'job')} ${verb} ${froms} and cannot become ${jobStatuses[status]}.`;
}

/** @param words the status, or the assignee's name */
export function doneText(count: number, change: BulkChange, words: string): string {
  const jobs = counted(count, 'job');
  if ('status' in change) return `${jobs} ${count === 1 ? 'is' : 'are'} now ${words}.`;
  return change.assignedTo ? `${jobs} assigned to ${words}.` : `${jobs} assigned to nobody.`;
}

/** For changes that are queued on this device. */
export function queuedText(count: number): string {
  return count === 1
    ? 'The change of 1 job waits on this device and is sent by itself as soon as there is a signal.'
    : `The changes of ${count} jobs wait on this device and are sent by themselves as soon as there is a signal.`;
}

export function undoneText(undone: number, refused: number): string {
  const done = `${counted(undone, 'job')} changed back.`;
  if (refused === 0) return done;
  return `${undone > 0 ? `${done} ` : ''}${counted(refused, 'job')} could not be changed back.`;
}
