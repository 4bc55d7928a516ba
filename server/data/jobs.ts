import type { JobDetails } from '../../src/contract/job.ts';
import { type ApprovedCaller, onlyJobsOf } from '../access.ts';
import { Refusal } from '../errors.ts';
import { attachmentsOf } from './attachments.ts';
import type { Queryable } from './db.ts';
import { historyOf } from './history.ts';
import { type JobRow, jobOf, selectJobs } from './jobRow.ts';

/** The job's row, when the reader may see it; else `not-found`. */
async function jobRow(db: Queryable, reader: ApprovedCaller, jobId: string): Promise<JobRow> {
  const [row] = await db.query<JobRow>(
    `${selectJobs(reader)} where j.job_id = $1 and ($2::text is null or j.job_reporter = $2)`,
    [jobId, onlyJobsOf(reader)],
  );
  if (!row) throw new Refusal('not-found');
  return row;
}

/** A job with its files and history (§7 `/jobs/{jobId}`). Throws `not-found` for a job that is not the reader's to see. */
export async function jobDetails(db: Queryable, reader: ApprovedCaller, jobId: string): Promise<JobDetails> {
  const job = jobOf(await jobRow(db, reader, jobId));
  const attachments = await attachmentsOf(db, jobId);
  const history = await historyOf(db, jobId);
  return { ...job, attachments, history };
}

/**
 * The job's row, kept from every other change until the transaction ends, so that changes and messages of one job come
 * one after the other. Throws `not-found` for a job that is not the reader's to see.
 */
export async function lockedJob(db: Queryable, reader: ApprovedCaller, jobId: string): Promise<JobRow> {
  await db.query('select 1 from jobs where job_id = $1 for update', [jobId]);
  return jobRow(db, reader, jobId);
}
