import type { JobUpdate } from '../../../src/contract/jobs/jobForms.ts';
import type { ApprovedCaller } from '../../access/access.ts';
import { type Choice, isLater, type StoredChoice, withChoice } from '../choice.ts';
import type { Queryable } from '../db/db.ts';

/** The fields of a job that are choices of one value. */
type Chosen = 'due' | 'assignedTo';

type ChosenColumn = Partial<Record<Chosen, StoredChoice>>;

/** The fields of the history that name the user who chose. */
const historyFields: Record<Chosen, string> = { due: 'dueReason', assignedTo: 'assignedTo' };

/** Returns the field that an update chooses; null if it does anything else. */
export function chosenIn(update: JobUpdate, fileCount: number): Chosen | null {
  const { evJobId, jobUpdateUser, version, jobAttachmentFiles2Update = [], ...changes } = update;
  const [field, ...more] = Object.entries(changes).flatMap(([key, value]) =>
    value === undefined ? [] : key,
  );
  if (fileCount > 0 || jobAttachmentFiles2Update.length > 0 || more.length > 0) return null;
  return field === 'due' || field === 'assignedTo' ? field : null;
}

/**
 * Compares a choice with later ones. Of one user's choices the later one counts, on whatever device. Between users, a choice made without
 * having seen the other's is stale, as any change of a job. The job must be locked.
 */
export async function judgeChoice(
  db: Queryable,
  caller: ApprovedCaller,
  field: Chosen,
  update: JobUpdate,
  choice: Choice,
): Promise<'later' | 'earlier' | 'stale'> {
  const [row] = await db.query<{
    set_day: string | null;
    chosen: ChosenColumn;
    user_email: string | null;
    version: number | null;
  }>(
    `select j.due_set_day as set_day, j.chosen, h.user_email, h.version from jobs j
      left join lateral (select user_email, version from history
        where job_id = j.job_id and field = $2 order by seq desc limit 1) h on true
      where j.job_id = $1`,
    [update.evJobId, historyFields[field]],
  );
  if (!row || row.user_email === null) return 'later';
  if (row.user_email === caller.email) return isLater(choice, row.chosen[field]) ? 'later' : 'earlier';
  const seen = update.due?.seen;
  const isUnseen =
    field === 'due' ? seen !== undefined && seen !== row.set_day : (row.version ?? 0) > update.version;
  return isUnseen ? 'stale' : 'later';
}

/** Stores the choices of an update, so that earlier ones no longer count. The job must be locked. @param counts false for an earlier one */
export async function storeChoices(
  db: Queryable,
  { evJobId, ...update }: JobUpdate,
  choice: Choice,
  counts: boolean,
): Promise<void> {
  const fields = (['due', 'assignedTo'] as const).filter((field) => update[field] !== undefined);
  if (fields.length === 0) return;
  const [row] = await db.query<{ chosen: ChosenColumn }>('select chosen from jobs where job_id = $1', [
    evJobId,
  ]);
  const stored = fields.map((field) => [field, withChoice(choice, row?.chosen[field], counts)]);
  await db.query('update jobs set chosen = chosen || $2::jsonb where job_id = $1', [
    evJobId,
    JSON.stringify(Object.fromEntries(stored)),
  ]);
}

/**
 * Whether all changes since a version of a job are the caller's own, and of the assignee only. An assignee is sent in a lane of its own,
 * so it may overtake the caller's other changes, and must not make them stale. What makes no version does not either.
 */
export async function hasOnlyAssigned(
  db: Queryable,
  { email }: ApprovedCaller,
  { evJobId, version, assignedTo }: JobUpdate,
): Promise<boolean> {
  if (assignedTo !== undefined) return false;
  const [other] = await db.query(
    `select 1 from history where job_id = $1 and version > $2 and not (field = 'assignedTo' and user_email = $3)
      and field not in ('dueDate', 'dueReason', 'deliverable', 'withdrawal') limit 1`,
    [evJobId, version, email],
  );
  return !other;
}
