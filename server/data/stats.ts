import {
  type Category,
  categories,
  type JobStatus,
  jobStatuses,
  valuesOf,
} from '../../src/contract/enums.ts';
import type { JobStats } from '../../src/contract/job.ts';
import { type ApprovedCaller, onlyJobsOf } from '../access.ts';
import type { Queryable } from './db.ts';
import { addresseesOf } from './messages.ts';

type Row = {
  status: JobStatus;
  category: Category;
  jobs: number;
  high: number;
  unassigned: number;
};

/** Every value of an enumeration with its sum, those without any as 0. */
function sums<K extends string>(keys: readonly K[], rows: readonly Row[], keyOf: (row: Row) => K) {
  const zeros = Object.fromEntries(keys.map((key) => [key, 0])) as Record<K, number>;
  for (const row of rows) zeros[keyOf(row)] += row.jobs;
  return zeros;
}

function total(rows: readonly Row[], count: (row: Row) => number): number {
  return rows.reduce((sum, row) => sum + count(row), 0);
}

/** Of everybody's jobs the sums that are kept; those of one person are counted. */
async function countsOf(
  db: Queryable,
  { jobReporter = null, assignedTo = null }: { jobReporter?: string | null; assignedTo?: string | null },
): Promise<Row[]> {
  if (jobReporter === null && assignedTo === null) {
    return db.query<Row>(
      `select status, category, sum(jobs)::bigint as jobs, sum(high)::bigint as high,
         coalesce(sum(unassigned) filter (where status in ('IN_PROGRESS', 'ON_HOLD')), 0)::bigint as unassigned
       from job_counts group by status, category`,
    );
  }
  return db.query<Row>(
    `select status, category, count(*) as jobs,
       count(*) filter (where job_priority = 'HIGH') as high,
       count(*) filter (where assigned_to = '' and status in ('IN_PROGRESS', 'ON_HOLD')) as unassigned
     from jobs
     where ($1::text is null or job_reporter = $1) and ($2::text is null or assigned_to = $2)
     group by status, category`,
    [jobReporter, assignedTo],
  );
}

/** Makes one row of all that tell of jobs of one kind. Several may do it at once, and nobody waits: each takes what no other has. */
export async function foldCounts(db: Queryable): Promise<void> {
  await db.query(
    `with gone as (
       delete from job_counts where ctid = any(array(select ctid from job_counts for update skip locked))
       returning status, category, jobs, high, unassigned
     )
     insert into job_counts
     select status, category, sum(jobs), sum(high), sum(unassigned) from gone group by status, category`,
  );
}

/**
 * Counts of jobs (§7, stats): of all, or of those of one person, who reported them or does them. The numbers are those of
 * the listings with the same filter.
 *
 * @param whose `jobReporter` or `assignedTo` with an e-mail in lower case; neither for all jobs
 * @param reader who asks; `newMessages` are those addressed to them
 */
export async function countJobs(
  db: Queryable,
  whose: { jobReporter?: string; assignedTo?: string },
  reader: ApprovedCaller,
): Promise<JobStats> {
  const rows = await countsOf(db, whose);
  const only = onlyJobsOf(reader);
  const [messages] = await db.query<{ new: number }>(
    `select count(*) as new from messages m ${only === null ? '' : 'join jobs j on j.job_id = m.job_id and j.job_reporter = $2'}
     where m.status = 'NEW' and m.to_user = any($1::text[])`,
    [addresseesOf(reader), ...(only === null ? [] : [only])],
  );
  return {
    total: total(rows, ({ jobs }) => jobs),
    byStatus: sums(valuesOf(jobStatuses), rows, ({ status }) => status),
    byCategory: sums(valuesOf(categories), rows, ({ category }) => category),
    highPriority: total(rows, ({ high }) => high),
    unassigned: total(rows, ({ unassigned }) => unassigned),
    newMessages: messages?.new ?? 0,
  };
}
