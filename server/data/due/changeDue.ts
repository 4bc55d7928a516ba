import type { DueChange } from '../../../src/contract/due/dueChange.ts';
import { type DueRules, dueDaysOf } from '../../../src/contract/due/dueRules.ts';
import { jobStatuses, openStatuses } from '../../../src/contract/enums.ts';
import type { Job } from '../../../src/contract/jobs/job.ts';
import { invalid } from '../../errors/errors.ts';
import { dayOf, endOfDay, isoDateOf } from '../../time/zone.ts';
import type { Queryable } from '../db/db.ts';
import { addEvent } from '../events.ts';
import { addHistory } from '../jobs/history.ts';
import type { FieldChange } from '../jobs/historyText.ts';
import type { JobRow } from '../jobs/jobRow.ts';
import { dueDay, type Stop } from './dueDay.ts';
import { readDueRules } from './dueRules.ts';
import { calendarOf } from './holidays.ts';

type Row = {
  job_id: string;
  seq: number;
  created: number;
  services: Job['jobEVService'];
  job_priority: Job['jobPriority'];
  delivery_priority: Job['deliveryPriority'];
  due_day: string | null;
  due_end: number | null;
  due_set_day: string | null;
  due_set_at: number | null;
  statuses: { created: number; to: string }[] | null;
};

/** Returns the periods in which a job was not in progress, by the changes of its status. */
function stopsIn(statuses: readonly { created: number; to: string }[]): Stop[] {
  const stops: Stop[] = [];
  for (const { created, to } of statuses) {
    const last = stops.at(-1);
    const stands = last?.to === null;
    if (to === jobStatuses.IN_PROGRESS) {
      if (stands) last.to = created;
    } else if (!stands) stops.push({ from: created, to: null });
  }
  return stops;
}

const columns = `j.job_id, j.seq, j.created, j.services, j.job_priority, j.delivery_priority, j.due_day, j.due_end, j.due_set_day,
  j.due_set_at, (select json_agg(json_build_object('created', h.created, 'to', h.to_text) order by h.seq)
    from history h where h.job_id = j.job_id and h.field = 'status') as statuses`;

/** Computes and writes the due dates of rows that are locked. */
async function writeDue(db: Queryable, rows: readonly Row[], rules: DueRules | null): Promise<void> {
  const calendar = rules && (await calendarOf(rules));
  const changed = rows.flatMap((row) => {
    const { due_set_day, due_set_at } = row;
    const job = {
      jobEVService: row.services,
      jobPriority: row.job_priority,
      deliveryPriority: row.delivery_priority,
    };
    const facts = {
      reported: row.created,
      days: rules && dueDaysOf(job, rules.rules),
      stops: stopsIn(row.statuses ?? []),
      set: due_set_day !== null && due_set_at !== null ? { day: dayOf(due_set_day), at: due_set_at } : null,
    };
    const day = calendar && dueDay(facts, calendar);
    const due =
      day === null || !calendar
        ? { day: null, end: null }
        : { day: isoDateOf(day), end: endOfDay(day, calendar.timeZone) };
    return due.day === row.due_day && due.end === row.due_end ? [] : [{ jobId: row.job_id, ...due }];
  });
  if (changed.length === 0) return;
  await db.query(
    `update jobs j set due_day = d.due_day, due_end = d.due_end
      from unnest($1::text[], $2::text[], $3::bigint[]) as d (job_id, due_day, due_end) where j.job_id = d.job_id`,
    [changed.map(({ jobId }) => jobId), changed.map(({ day }) => day), changed.map(({ end }) => end)],
  );
}

/**
 * Computes the due date of a job after a change. Must run in the transaction of the change, with the row locked. Locks the rules, so that
 * new ones wait and then include this job.
 *
 * @returns its former date and the new one, or null while due dates are off
 */
export async function updateDue(
  db: Queryable,
  jobId: string,
): Promise<{ from: string | null; to: string | null } | null> {
  const [found] = await db.query<{ rules: DueRules | null }>('select rules from due_rules for share');
  if (!found?.rules) return null;
  const select = `select ${columns} from jobs j where j.job_id = $1`;
  const [row] = await db.query<Row>(select, [jobId]);
  if (!row) return null;
  await writeDue(db, [row], found.rules);
  const [after] = await db.query<{ due_day: string | null }>('select due_day from jobs where job_id = $1', [
    jobId,
  ]);
  return { from: row.due_day, to: after?.due_day ?? null };
}

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

/** Whether due dates of open jobs still have to be computed by new rules. */
export async function isDueLeft(db: Queryable): Promise<boolean> {
  const rows = await db.query('select 1 from due_progress where seq_below is not null');
  return rows.length > 0;
}

/** Rows of one step: few enough that nobody waits for them. */
const rowsAtOnce = 500;

/**
 * Computes the due dates of some open jobs by the rules, the newest first. Closed jobs keep the date that they had.
 *
 * @returns whether there is more
 */
export async function updateSomeDue(db: Queryable): Promise<boolean> {
  const [progress] = await db.query<{ seq_below: number | null }>(
    'select seq_below from due_progress for update',
  );
  const below = progress?.seq_below ?? null;
  if (below === null) return false;
  const numbers = await db.query<{ seq: number }>(
    `select seq from jobs where seq < $1 order by seq desc limit ${rowsAtOnce}`,
    [below],
  );
  const last = numbers.at(-1)?.seq;
  if (last !== undefined) {
    const open = 'seq >= $1 and seq < $2 and status = any($3::text[])';
    const range = [last, below, openStatuses];
    await db.query(`select 1 from jobs where ${open} order by seq for no key update`, range);
    const rules = await readDueRules(db);
    const rows = await db.query<Row>(
      `select ${columns} from jobs j where ${open.replaceAll(/\b(seq|status)\b/g, 'j.$1')}`,
      range,
    );
    await writeDue(db, rows, rules);
  }
  const isLast = numbers.length < rowsAtOnce;
  await db.query('update due_progress set seq_below = $1', [isLast ? null : last]);
  return !isLast;
}
