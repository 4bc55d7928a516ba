import type { JobDetails, JobRevision } from '../../../src/contract/jobs/jobDetails.ts';
import { type ApprovedCaller, onlyJobsOf } from '../../access/access.ts';
import { Refusal } from '../../errors/errors.ts';
import type { Queryable } from '../db/db.ts';
import { type AttachmentRow, attachmentOf, selectAttachments } from '../messages/attachments.ts';
import { type DeliverableRow, deliverableOf, selectDeliverables } from './deliverables.ts';
import { type HistoryRow, historyBefore, historyPage, selectHistory } from './history.ts';
import { type JobRow, jobOf, selectJobs } from './jobRow.ts';

/** Returns the row of a job. @throws Refusal `not-found` unless the caller may see it */
async function jobRow<R extends JobRow>(
  db: Queryable,
  reader: ApprovedCaller,
  jobId: string,
  { name, more }: { name: string; more: readonly string[] } = { name: 'job', more: [] },
): Promise<R> {
  const [row] = await db.query<R>(
    `${selectJobs(reader, { more })} where j.job_id = $1 and ($2::text is null or j.job_reporter = $2)`,
    [jobId, onlyJobsOf(reader)],
    `${name} for ${onlyJobsOf(reader) === null ? 'staff' : 'client'}`,
  );
  if (!row) throw new Refusal('not-found');
  return row;
}

/** Most revisions returned: of a longer chain, the newest. */
const maxRevisions = 200;

/** Reads the chain of revisions of job `$1` that reporter `$2` (null for staff) may see, oldest first. */
const selectRevisions = `
  with recursive earlier as (
      select job_id, revision_of from jobs where job_id = $1
      union select j.job_id, j.revision_of from jobs j join earlier e on j.job_id = e.revision_of
    ), chain as (
      select job_id from earlier
      union select j.job_id from jobs j join chain c on j.revision_of = c.job_id
    )
    select "jobId", "jobCode", project, status, "createdTimestamp" from (
      select j.job_id as "jobId", j.job_code as "jobCode", j.project, j.status, j.created as "createdTimestamp", j.seq
      from jobs j join chain c on c.job_id = j.job_id
      where $2::text is null or j.job_reporter = $2 order by (j.job_id = $1) desc, j.seq desc limit ${maxRevisions}) newest
    order by seq`;

/** Checked first, because few jobs have revisions, and reading them takes as long as all the rest. */
const isRevised =
  '(j.revision_of is not null or exists (select 1 from jobs c where c.revision_of = j.job_id)) as is_revised';

/** Embeds a sub-select as JSON to save a round trip. */
function rowsAs(name: string, select: string): string {
  return `(select coalesce(json_agg(one), '[]') from (${select}) one) as ${name}`;
}

const parts = (reader: ApprovedCaller) => [
  rowsAs('attachments', selectAttachments),
  rowsAs('deliverables', selectDeliverables),
  rowsAs('history', selectHistory(reader)),
  isRevised,
  // $2 is null for staff.
  'case when $2::text is null then (select count(*) from staff_notes s where s.job_id = j.job_id) end as staff_notes',
];

type DetailsRow = JobRow & {
  attachments: AttachmentRow[];
  deliverables: DeliverableRow[];
  history: HistoryRow[];
  is_revised: boolean;
  /** Null for clients. */
  staff_notes: number | null;
};

/**
 * Returns a job with its files, results, revisions and history (§7 `/jobs/{jobId}`).
 *
 * @throws Refusal `not-found` unless the caller may see it
 */
export async function jobDetails(db: Queryable, reader: ApprovedCaller, jobId: string): Promise<JobDetails> {
  const row = await jobRow<DetailsRow>(db, reader, jobId, { name: 'job details', more: parts(reader) });
  const job = jobOf(row);
  const { jobCode, project, status, createdTimestamp } = job;
  const revisions = row.is_revised
    ? await db.query<JobRevision>(selectRevisions, [jobId, onlyJobsOf(reader)], 'revisions')
    : [{ jobId, jobCode, project, status, createdTimestamp }];
  const { items: history, startAfter: historyStartAfter } = historyPage(row.history);
  return {
    ...job,
    attachments: row.attachments.map(attachmentOf),
    deliverables: row.deliverables.map((one) => deliverableOf(one, reader)),
    revisions,
    history,
    historyStartAfter,
    ...(row.staff_notes !== null && { staffNotes: row.staff_notes }),
  };
}

/**
 * Returns earlier changes of a job (POST /jobs/{jobId}/history).
 *
 * @throws Refusal `bad-cursor`; `not-found` unless the caller may see the job
 */
export async function jobHistory(db: Queryable, reader: ApprovedCaller, jobId: string, startAfter: string) {
  const seen = await db.query(
    'select 1 from jobs where job_id = $1 and ($2::text is null or job_reporter = $2)',
    [jobId, onlyJobsOf(reader)],
  );
  if (seen.length === 0) throw new Refusal('not-found');
  return historyBefore(db, reader, jobId, startAfter);
}

/**
 * Locks and returns the row of a job, so that changes and messages of one job are serialized.
 *
 * @throws Refusal `not-found` unless the caller may see it
 */
export async function lockedJob(db: Queryable, reader: ApprovedCaller, jobId: string): Promise<JobRow> {
  // Its reporter first, as an erasure does: PostgreSQL locks them at the second update of a job in one transaction.
  await db.query(
    'select 1 from users where email = (select job_reporter from jobs where job_id = $1) for key share',
    [jobId],
  );
  await db.query('select 1 from jobs where job_id = $1 for update', [jobId]);
  return jobRow(db, reader, jobId);
}
