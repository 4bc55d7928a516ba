import {
  type Category,
  categories,
  type JobStatus,
  jobStatuses,
  openStatuses,
  wireValues,
} from '../../../src/contract/enums.ts';
import type { JobStats } from '../../../src/contract/jobs/job.ts';
import { type ApprovedCaller, onlyJobsOf } from '../../access/access.ts';
import type { Queryable } from '../db/db.ts';
import { dueCounts } from '../due/jobDue.ts';
import { addresseesOf } from '../messages/inbox.ts';

type Row = {
  status: JobStatus;
  category: Category;
  jobs: number;
  high: number;
  unassigned: number;
};

/** The counts in each row. */
type Counted = { new: number; due: JobStats['due'] | null };

/** Returns the sum of every value of an enumeration, 0 without rows. */
function sums<K extends string>(keys: readonly K[], rows: readonly Row[], keyOf: (row: Row) => K) {
  const zeros = Object.fromEntries(keys.map((key) => [key, 0])) as Record<K, number>;
  for (const row of rows) zeros[keyOf(row)] += row.jobs;
  return zeros;
}

function total(rows: readonly Row[], count: (row: Row) => number): number {
  return rows.reduce((sum, row) => sum + count(row), 0);
}

const sumsOfAll = `
  select status, category, sum(jobs)::bigint as jobs, sum(high)::bigint as high,
      coalesce(sum(unassigned) filter (where status in ('IN_PROGRESS', 'ON_HOLD')), 0)::bigint as unassigned
    from job_counts group by status, category`;

const ofOne = '($5::text is null or j.job_reporter = $5) and ($4::text is null or j.assigned_to = $4)';

const countsOfOne = `
  select status, category, count(*) as jobs,
      count(*) filter (where job_priority = 'HIGH') as high,
      count(*) filter (where assigned_to = '' and status in ('IN_PROGRESS', 'ON_HOLD')) as unassigned
    from jobs j where ${ofOne}
    group by status, category`;

/** Returns SQL that counts the new messages to `$1`, on jobs of reporter `$2` (null for all). */
function newMessagesTo(own: boolean): string {
  return `select count(*) as new from messages m ${own ? 'join jobs j on j.job_id = m.job_id and j.job_reporter = $2' : ''}
    where m.status = 'NEW' and m.to_user = any($1::text[]) ${own ? '' : 'and $2::text is null'}`;
}

/** Merges the rows of the counts of jobs and users, one for each kind. Several processes may do it at once: each skips locked rows. */
export async function foldCounts(db: Queryable): Promise<void> {
  await db.query(
    `with gone as (
       delete from job_counts where ctid = any(array(select ctid from job_counts for update skip locked))
       returning status, category, jobs, high, unassigned
     )
     insert into job_counts
     select status, category, sum(jobs), sum(high), sum(unassigned) from gone group by status, category`,
  );
  await db.query(
    `with gone as (
       delete from people_counts where ctid = any(array(select ctid from people_counts for update skip locked))
       returning user_type, user_approved, user_refused, people
     )
     insert into people_counts
     select user_type, user_approved, user_refused, sum(people) from gone group by 1, 2, 3`,
  );
}

/**
 * Returns the counts of all jobs, or of those of one reporter or assignee (§7, stats). They agree with the listings of the same filter.
 *
 * @param whose `jobReporter` or `assignedTo` with an email in lower case; neither for all jobs
 * @param reader the caller; `newMessages` are those addressed to them
 * @param now seconds
 */
export async function countJobs(
  db: Queryable,
  whose: { jobReporter?: string; assignedTo?: string },
  reader: ApprovedCaller,
  now: number,
): Promise<JobStats> {
  const { jobReporter = null, assignedTo = null } = whose;
  const isOfAll = jobReporter === null && assignedTo === null;
  const only = onlyJobsOf(reader);
  const due = dueCounts(isOfAll ? 'true' : ofOne);
  const found = await db.query<Counted & (Row | { status: null })>(
    `select messages.new, ${due} as due, counts.* from (${newMessagesTo(only !== null)}) messages
      left join (${isOfAll ? sumsOfAll : countsOfOne}) counts on true`,
    [addresseesOf(reader), only, now, ...(isOfAll ? [] : [assignedTo, jobReporter])],
    isOfAll ? `counts for ${only === null ? 'staff' : 'client'}` : undefined,
  );
  // Without jobs, there is one row with the messages only.
  const rows = found.flatMap((row) => (row.status === null ? [] : [row]));
  return {
    total: total(rows, ({ jobs }) => jobs),
    byStatus: sums(wireValues(jobStatuses), rows, ({ status }) => status),
    byCategory: sums(wireValues(categories), rows, ({ category }) => category),
    highPriority: total(rows, ({ status, high }) => (openStatuses.includes(status) ? high : 0)),
    unassigned: total(rows, ({ unassigned }) => unassigned),
    newMessages: found[0]?.new ?? 0,
    ...(found[0]?.due && { due: found[0].due }),
  };
}
