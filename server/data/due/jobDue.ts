import { dueSoonSeconds } from '../../../src/contract/due/dueDates.ts';
import type { Job } from '../../../src/contract/jobs/job.ts';
import { type ApprovedCaller, onlyJobsOf } from '../../access/access.ts';
import type { Queryable } from '../db/db.ts';

/** Returns the SQL condition under which a reader sees due dates: staff while they are on, clients when the rules say so. */
export function dueVisibleTo(reader: ApprovedCaller): string {
  return onlyJobsOf(reader) === null
    ? 'exists (select 1 from due_rules where rules is not null)'
    : "exists (select 1 from due_rules where (rules->>'shownToClients')::boolean)";
}

/** SQL condition of jobs (`j`) whose due dates a client sees: what was delivered is not waited for any more. */
export const isUndelivered =
  'not exists (select 1 from deliverables d where d.job_id = j.job_id and d.withdrawn is null)';

/** Returns SQL for the due date of a job (`j`) as its reader sees it. */
export function dueDayFor(reader: ApprovedCaller): string {
  return onlyJobsOf(reader) === null ? 'j.due_day' : `case when ${isUndelivered} then j.due_day end`;
}

/** Returns whether a reader sees due dates. */
export async function maySeeDue(db: Queryable, reader: ApprovedCaller): Promise<boolean> {
  const [row] = await db.query<{ shown: boolean }>(`select ${dueVisibleTo(reader)} as shown`);
  return row?.shown ?? false;
}

export type DueColumns = {
  due_day: string | null;
  due_end: number | null;
  due_set_day: string | null;
  due_shown: boolean;
};

/** Returns the due date of a row as its reader sees it; an object without `due` where they see none. */
export function dueOf({ due_day, due_end, due_set_day, due_shown }: DueColumns): Pick<Job, 'due'> {
  if (!due_shown) return {};
  if (due_day === null || due_end === null) return { due: null };
  return { due: { date: due_day, end: due_end, ...(due_set_day !== null && { isSet: true }) } };
}

const dueEndInProgress = "j.status = 'IN_PROGRESS' and j.due_end";

/**
 * Returns SQL conditions over jobs (`j`) that are overdue, or due soon, at a moment (seconds) in parameter `now`. `end` is SQL for the
 * due date of a job in progress; for jobs without one, and for other jobs, it is outside of all dates. An order by due date passes its
 * own, whose index has the jobs in progress as a range.
 */
export const dueConditions = {
  overdue: (now: string, end = dueEndInProgress) => `${end} between 1 and ${now}`,
  soon: (now: string, end = dueEndInProgress) => `${end} between ${now} + 1 and ${now} + ${dueSoonSeconds}`,
} as const;

/**
 * Returns SQL for the counts of jobs (`j`) that are due soon and overdue at `$3` (seconds), as JSON. Null while due dates are off, and
 * for a caller who is limited to reporter `$2`.
 *
 * @param whose the condition that the jobs meet
 */
export function dueCounts(whose: string): string {
  const count = (due: keyof typeof dueConditions) =>
    `(select count(*) from jobs j where ${dueConditions[due]('$3::bigint')} and ${whose})`;
  return `(
    select json_build_object('soon', ${count('soon')}, 'overdue', ${count('overdue')})
      from due_rules where rules is not null and $2::text is null)`;
}
