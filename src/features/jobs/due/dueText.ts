import { dueDay } from '../../../contract/due/dueDay.ts';
import type { Job } from '../../../contract/jobs/job.ts';
import { counted } from '../../../format/counted.ts';

const daySeconds = 86_400;

/** `Due 11/27/26`, `Overdue 2 days`; empty for a job whose clock does not run. */
export function dueText({ due, status }: Pick<Job, 'due' | 'status'>, nowSeconds: number): string {
  if (!due || status !== 'IN_PROGRESS') return '';
  const late = nowSeconds - due.end;
  if (late < 0) return `Due ${dueDay(due.date, nowSeconds)}`;
  return `Overdue ${counted(Math.floor(late / daySeconds) + 1, 'day')}`;
}
