import { dueDateText, dueSoonSeconds } from '../../../contract/due/dueDates.ts';
import type { Job } from '../../../contract/jobs/job.ts';
import { counted } from '../../../format/counted.ts';
import { serverTime } from '../../../timing.ts';

const daySeconds = 86_400;

/** A due date as MM/DD/YY, whose year is written out where it is unusual (`dueDateText`). */
export function dueDayText(isoDate: string): string {
  return dueDateText(isoDate, serverTime() / 1000);
}

/**
 * `Due 11/27/26`, where it is soon `Due tomorrow`, `Overdue 2 days`, for clients `Expected 11/25/26, running late`; empty for a job whose
 * clock does not run.
 */
export function dueText(
  { due, status }: Pick<Job, 'due' | 'status'>,
  nowSeconds: number,
  staff: boolean,
): string {
  if (!due || status !== 'IN_PROGRESS') return '';
  const left = due.end - nowSeconds;
  if (left <= 0)
    return staff
      ? `Overdue ${counted(Math.floor(-left / daySeconds) + 1, 'day')}`
      : `Expected ${dueDateText(due.date, nowSeconds)}, running late`;
  if (left > dueSoonSeconds) return `Due ${dueDateText(due.date, nowSeconds)}`;
  const days = Math.floor(left / daySeconds);
  return days > 1 ? `Due in ${days} days` : `Due ${days ? 'tomorrow' : 'today'}`;
}
