import type { DueChange } from '../../../src/contract/due/dueChange.ts';
import { openStatuses } from '../../../src/contract/enums.ts';
import { invalid } from '../../errors/errors.ts';
import type { Queryable } from '../db/db.ts';
import { addEvent } from '../events.ts';
import { addHistory } from './history.ts';
import type { FieldChange } from './historyText.ts';
import { readDueRules, updateDue } from './jobDue.ts';
import type { JobRow } from './jobRow.ts';

/** The fields that determine a due date. */
const ruledFields: readonly string[] = ['status', 'jobEVService', 'jobPriority', 'deliveryPriority'];

/** Stores the day that staff set, and announces it to those who see it. @throws Refusal `invalid` where a job has no due date */
async function setDue(
  db: Queryable,
  row: JobRow,
  { date }: DueChange,
  { user, created }: { user: string; created: number },
): Promise<void> {
  const rules = await readDueRules(db);
  if (!rules) throw invalid('due', 'Due dates are off. An admin can turn them on.');
  if (!openStatuses.includes(row.status)) {
    throw invalid('due', 'This job is closed. Reopen it to change its due date.');
  }
  await db.query('update jobs set due_set_day = $2, due_set_at = $3 where job_id = $1', [
    row.job_id,
    date,
    date === null ? null : created,
  ]);
  await addEvent(db, {
    kind: 'job',
    jobId: row.job_id,
    actor: user,
    created,
    forUser: rules.shownToClients ? row.job_reporter : '',
    detail: { changes: [], deliverable: null },
  });
}

/**
 * Sets the due date of a job, and computes it again after a change of the fields that determine it; a closed job keeps its date. Creates
 * no new version. Must run in the transaction of the change, with the job's row locked.
 *
 * @throws Refusal `invalid` for a job that is closed, or while due dates are off
 */
export async function changeDue(
  db: Queryable,
  row: JobRow,
  { due, changes }: { due: DueChange | undefined; changes: readonly FieldChange[] },
  made: { jobId: string; version: number; user: string; created: number },
): Promise<void> {
  if (due) await setDue(db, row, due, made);
  const follows = changes.some(({ field }) => ruledFields.includes(field));
  if (!due && !(follows && openStatuses.includes(row.status))) return;
  const dates = await updateDue(db, row.job_id);
  if (!dates) return;
  const { from, to } = dates;
  await addHistory(db, made, [
    ...(from === to ? [] : [{ field: 'dueDate', from: from ?? '', to: to ?? '' }]),
    // Apart from the date, which clients may see.
    ...(due ? [{ field: 'dueReason', from: '', to: due.reason }] : []),
  ]);
}
