import { type JobStatus, jobStatuses } from '../../../contract/enums.ts';
import { counted } from '../../../format/counted.ts';
import { ended } from '../../../format/ended.ts';
import type { BulkChange, StatusChoice } from './bulkChange.ts';

/** Labels the button: what it does, and to how many jobs. */
export function statusAction(status: JobStatus, count: number): string {
  const jobs = counted(count, 'job');
  return {
    IN_PROGRESS: `Set ${jobs} to ${jobStatuses.IN_PROGRESS}`,
    ON_HOLD: `Put ${jobs} on hold`,
    COMPLETED: `Mark ${jobs} as completed`,
    CANCELLED: `Cancel ${jobs}`,
  }[status];
}

/** Says why jobs are in the way: "2 jobs are Cancelled." */
export function barredText({ barred }: StatusChoice): string {
  const froms = [...new Set(barred.map((job) => jobStatuses[job.status]))].join(' or ');
  const verb = barred.length === 1 ? 'is' : 'are';
  return `${counted(barred.length, 'job')} ${verb} ${froms}.`;
}

/** @param words the status, or the assignee's name */
export function doneText(count: number, change: BulkChange, words: string): string {
  const jobs = counted(count, 'job');
  if ('status' in change) return `${jobs} moved to ${words}.`;
  if ('due' in change) return `Due date of ${jobs} changed.`;
  if ('jobPriority' in change) return `Priority of ${jobs} set to ${words}.`;
  return change.assignedTo ? ended(`${jobs} assigned to ${words}`) : `${jobs} unassigned.`;
}

/** @param left how many could not be taken back: they had left */
export function undoneText(undone: number, left: number): string {
  const done = `Undid changes to ${counted(undone, 'job')}.`;
  if (left === 0) return done;
  const late = `Changes to ${counted(left, 'job')} were sent already. Change the jobs to undo them.`;
  return undone > 0 ? `${done} ${late}` : late;
}

/** @param stays whether the changes stay in the outbox */
export function refusedText(count: number, reason: string, stays: boolean): string {
  const kept = count === 1 ? 'The change is in your outbox.' : 'The changes are in your outbox.';
  return [`Couldn’t change ${counted(count, 'job')}.`, reason, stays && kept].filter(Boolean).join(' ');
}
