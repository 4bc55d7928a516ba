import { type DueRules, dueDaysOf } from '../../../src/contract/due/dueRules.ts';
import { jobStatuses, openStatuses } from '../../../src/contract/enums.ts';
import type { Job } from '../../../src/contract/jobs/job.ts';
import { dueSoonSeconds } from '../../../src/contract/limits.ts';
import { type ApprovedCaller, onlyJobsOf } from '../../access/access.ts';
import type { Queryable } from '../db/db.ts';
import { dueDay, type Stop } from '../due/dueDay.ts';
import { calendarOf } from '../due/holidays.ts';
import { dayOf, endOfDay, isoDateOf } from '../due/zone.ts';

/** Returns the rules of due dates; null while due dates are off. */
export async function readDueRules(db: Queryable): Promise<DueRules | null> {
  const [row] = await db.query<{ rules: DueRules | null }>('select rules from due_rules');
  return row?.rules ?? null;
}

/** Returns the SQL condition under which a reader sees due dates: staff while they are on, clients when the rules say so. */
export function dueVisibleTo(reader: ApprovedCaller): string {
  return onlyJobsOf(reader) === null
    ? 'exists (select 1 from due_rules where rules is not null)'
    : "exists (select 1 from due_rules where (rules->>'shownToClients')::boolean)";
}

/** Returns SQL for the due date of a job (`j`) as its reader sees it: for a client, what was delivered is not waited for any more. */
export function dueDayFor(reader: ApprovedCaller): string {
  if (onlyJobsOf(reader) === null) return 'j.due_day';
  return `case when not exists (select 1 from deliverables d where d.job_id = j.job_id and d.withdrawn is null) then j.due_day end`;
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
