import type { JobRevision } from '../../src/contract/deliverable.ts';
import type { JobDetails } from '../../src/contract/job.ts';
import { type ApprovedCaller, onlyJobsOf } from '../access.ts';
import { Refusal } from '../errors.ts';
import { attachmentsOf } from './attachments.ts';
import type { Queryable } from './db.ts';
import { deliverablesOf } from './deliverables.ts';
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

type RevisionRow = Pick<JobRow, 'job_id' | 'job_code' | 'project' | 'status' | 'created'>;

/** The jobs that revise one another as far as the reader may see them, oldest first; the job itself is one of them. */
async function revisionsOf(db: Queryable, reader: ApprovedCaller, jobId: string): Promise<JobRevision[]> {
  const rows = await db.query<RevisionRow>(
    `with recursive earlier as (
        select job_id, revision_of from jobs where job_id = $1
        union select j.job_id, j.revision_of from jobs j join earlier e on j.job_id = e.revision_of
      ), chain as (
        select job_id from earlier
        union select j.job_id from jobs j join chain c on j.revision_of = c.job_id
      )
      select j.job_id, j.job_code, j.project, j.status, j.created from jobs j join chain c on c.job_id = j.job_id
      where $2::text is null or j.job_reporter = $2 order by j.seq`,
    [jobId, onlyJobsOf(reader)],
  );
  return rows.map((row) => ({
    jobId: row.job_id,
    jobCode: row.job_code,
    project: row.project,
    status: row.status,
    createdTimestamp: row.created,
  }));
}

/** A job with its files, results, revisions and history (§7 `/jobs/{jobId}`). Throws `not-found` for a job that is not the reader's to see. */
export async function jobDetails(db: Queryable, reader: ApprovedCaller, jobId: string): Promise<JobDetails> {
  const job = jobOf(await jobRow(db, reader, jobId));
  const attachments = await attachmentsOf(db, jobId);
  const deliverables = await deliverablesOf(db, jobId);
  const revisions = await revisionsOf(db, reader, jobId);
  const history = await historyOf(db, jobId);
  return { ...job, attachments, deliverables, revisions, history };
}

/**
 * The job's row, kept from every other change until the transaction ends, so that changes and messages of one job come
 * one after the other. Throws `not-found` for a job that is not the reader's to see.
 */
export async function lockedJob(db: Queryable, reader: ApprovedCaller, jobId: string): Promise<JobRow> {
  await db.query('select 1 from jobs where job_id = $1 for update', [jobId]);
  return jobRow(db, reader, jobId);
}
