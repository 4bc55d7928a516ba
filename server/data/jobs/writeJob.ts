import { type JobFields, jobFields } from '../../../src/contract/jobs/jobFields.ts';
import { type ApprovedCaller, staffInSql } from '../../access/access.ts';
import { invalid } from '../../errors/errors.ts';
import type { Queryable } from '../db/db.ts';
import { duplicateKeyOf, mustBeNoDuplicate } from './duplicateJob.ts';
import type { FieldChange } from './historyText.ts';
import { type JobRow, storedValue } from './jobRow.ts';
import { jobWords } from './jobWords.ts';

/** Checks that the new assignee is an approved staff member, and locks them against erasure (see `eraseUser`) until the commit. */
export async function mustBeAssignable(db: Queryable, changes: readonly FieldChange[]): Promise<void> {
  const email = changes.find(({ field }) => field === 'assignedTo')?.to ?? '';
  if (email === '') return;
  const [assignee] = await db.query(
    `select 1 from users where email = $1 and user_type in (${staffInSql}) and user_approved
      for key share skip locked`,
    [email],
  );
  if (!assignee) throw invalid('assignedTo', 'must be an approved staff member');
}

/**
 * Writes the changed columns of a job in one statement, if the job still has the version that was changed. Leaves the other columns
 * alone, because writing a long text again stores it again.
 */
export async function writeJob(
  db: Queryable,
  row: JobRow,
  after: JobFields,
  changes: readonly FieldChange[],
  reason: string,
  now: number,
): Promise<boolean> {
  const job = { jobId: row.job_id, jobCode: row.job_code, revisionOf: row.revision_of, ...after };
  const values: unknown[] = [row.job_id, row.version, now];
  const sets = ['version = version + 1', 'updated = $3'];
  function set(column: string, value: unknown, sql = '?'): void {
    sets.push(`${column} = ${sql.replace('?', `$${values.push(value)}`)}`);
  }
  const changed = new Set(changes.map(({ field }) => field));
  for (const field of changed) set(jobFields[field].column, storedValue(after[field]));
  if (changed.has('status')) set('status_reason', reason);
  const isReopened = row.status === 'CANCELLED' && after.status !== 'CANCELLED';
  if (changed.has('address') || changed.has('jobEVService') || isReopened)
    set('duplicate_key', duplicateKeyOf(job));
  if ([...changed].some((field) => 'searched' in jobFields[field]))
    set('search', jobWords(job), 'array_to_tsvector(?::text[])');
  const rows = await db.query(
    `update jobs set ${sets.join(', ')} where job_id = $1 and version = $2 returning job_id`,
    values,
  );
  return rows.length > 0;
}

/** Checks for a duplicate, after a change of fields that can make the job one; without such a change, an older pair must not block it. */
export async function mustStayUnique(
  db: Queryable,
  caller: ApprovedCaller,
  row: JobRow,
  after: JobFields,
): Promise<void> {
  const job = { jobId: row.job_id, revisionOf: row.revision_of };
  const duplicateKey = duplicateKeyOf({ ...job, ...after });
  const keyBefore = duplicateKeyOf({ ...job, address: row.address, jobEVService: row.services });
  const reopened = row.status === 'CANCELLED' && after.status !== 'CANCELLED';
  if (after.status === 'CANCELLED' || (duplicateKey === keyBefore && !reopened)) return;
  await mustBeNoDuplicate(db, caller, { jobId: row.job_id, duplicateKey });
}
