import { openStatuses } from '../../../src/contract/enums.ts';
import type { Figures, FiguresGroup, Load } from '../../../src/contract/jobs/figures.ts';
import type { FiguresRequest } from '../../../src/contract/jobs/figuresRequest.ts';
import { userNameOf } from '../../../src/contract/users/user.ts';
import type { Queryable } from '../db/db.ts';
import { readDueRules } from '../due/dueRules.ts';
import { firstAnswer, largestGroups, measuredBy, type Period, turnaround } from './measures.ts';
import { type WeekStart, weekStarts } from './weekStarts.ts';

async function namesOf(db: Queryable, emails: readonly string[]): Promise<Map<string, string>> {
  const rows = await db.query<{ email: string; first_name: string; last_name: string }>(
    'select email, first_name, last_name from users where email = any($1::text[])',
    [emails],
  );
  return new Map(
    rows.map(({ email, first_name: firstName, last_name: lastName }) => [
      email,
      userNameOf({ firstName, lastName }),
    ]),
  );
}

const isOpen = `status in (${openStatuses.map((status) => `'${status}'`).join(', ')})`;

type LoadRow = {
  assignee: string;
  open: number;
  on_hold: number;
  overdue: number;
  unanswered: number;
  oldest: number;
};

/** Returns the open jobs of each assignee, those with the most first. */
async function loadNow(db: Queryable, now: number): Promise<(Load & { overdue: number })[]> {
  const rows = await db.query<LoadRow>(
    `select assignee, count(*) as open, count(*) filter (where status = 'ON_HOLD') as on_hold,
        count(*) filter (where status = 'IN_PROGRESS' and due_end <= $1) as overdue,
        count(*) filter (where asked is not null and answered is null) as unanswered, min(reported) as oldest
      from job_times where ${isOpen} group by assignee order by 2 desc, 1`,
    [now],
  );
  const names = await namesOf(
    db,
    rows.map(({ assignee }) => assignee),
  );
  return rows.map(({ assignee, on_hold, ...counts }) => ({
    ...counts,
    assignedTo: assignee,
    name: names.get(assignee) ?? assignee,
    onHold: on_hold,
  }));
}

/** SQL for the moment at which a job became overdue: staff can set a day before the report. */
const overdueFrom = 'greatest(due_end, reported)';

/** The change in the number of open and of overdue jobs during a week. */
type WeekRow = { week: number; open: number; overdue: number };

/**
 * Returns the changes of each week, by its place from 1. Leaves out jobs whose history does not say when they were closed. `hasDue`:
 * whether to count overdue jobs.
 */
async function changesByWeek(
  db: Queryable,
  { from, starts }: Period,
  { now, hasDue }: { now: number; hasDue: boolean },
): Promise<Map<number, WeekRow>> {
  const weekOf = (at: string) => `width_bucket(${at}, $2::bigint[]) as week`;
  const overdue = `
    union all select ${weekOf(overdueFrom)}, 0, count(*) from job_times
      where status = 'IN_PROGRESS' and due_end <= $3 and ${overdueFrom} >= $1 group by 1
    union all select ${weekOf(overdueFrom)}, 0, count(*) from job_times
      where due_end < stopped and stopped >= $1 and ${overdueFrom} >= $1 group by 1
    union all select ${weekOf('stopped')}, 0, -count(*) from job_times
      where due_end < stopped and stopped >= $1 group by 1`;
  const rows = await db.query<WeekRow>(
    `select week, sum(open)::bigint as open, sum(overdue)::bigint as overdue from (
      select ${weekOf('reported')}, count(*) as open, 0 as overdue from job_times
        where reported >= $1 and reported <= $3 and (${isOpen} or since is not null) group by 1
      union all select ${weekOf('since')}, -count(*), 0 from job_times
        where status in ('COMPLETED', 'CANCELLED') and since >= $1 group by 1
      ${hasDue ? overdue : ''}
    ) changes group by 1`,
    [from, starts, now],
  );
  return new Map(rows.map((row) => [row.week, row]));
}

/**
 * Returns how many jobs were open, or overdue, at the end of each week, counted back from the present number. A reopened job counts as
 * open all the time, and one whose due date was moved as due on the last one.
 */
function atWeekEnds(
  changes: ReadonlyMap<number, WeekRow>,
  what: 'open' | 'overdue',
  now: number,
  weeks: number,
): number[] {
  const ends: number[] = [];
  let count = now;
  for (let week = weeks; week >= 1; week -= 1) {
    ends.unshift(count);
    count -= changes.get(week)?.[what] ?? 0;
  }
  return ends;
}

/**
 * Returns the figures of a period (`FiguresRequest`), for staff.
 *
 * - Turnaround: from report to completion, minus the time in which the job was on hold or closed; of jobs that are completed, in the
 *   period of their last completion.
 * - First answer: from the report by the client, or the first message of the client where staff reported the job, to staff's first
 *   message after it; in the period of the answer. Jobs without an answer are in no figure; `load` counts those that are open.
 * - Due dates: those of the jobs whose turnaround counts. One is met if the job had ceased to be in progress before its day ended: a
 *   job that is completed from a hold was done, but for the client, when the hold began.
 * - All belong to the services, client and assignee that the job has now.
 *
 * @param now epoch seconds
 */
export async function figuresOf(
  db: Queryable,
  { weeks, by, timeZone }: FiguresRequest,
  now: number,
): Promise<Figures> {
  const rules = await readDueRules(db);
  const starts: WeekStart[] = weekStarts(rules?.timeZone ?? timeZone, now, weeks);
  const seconds = starts.map(({ at }) => at);
  const period: Period = { from: seconds[0] ?? now, until: now + 1, starts: seconds };
  const isLimited = by === 'assignee' || by === 'client';
  const { keys, others } = isLimited ? await largestGroups(db, by, period) : { keys: null, others: 0 };
  const [completed, answered, load, changes, names] = await Promise.all([
    measuredBy(db, turnaround, { by, period, keys }),
    measuredBy(db, firstAnswer, { by, period, keys }),
    loadNow(db, now),
    by === 'week' ? changesByWeek(db, period, { now, hasDue: rules !== null }) : new Map<number, WeekRow>(),
    isLimited ? namesOf(db, keys ?? []) : new Map<string, string>(),
  ]);
  const measured = (key: string | null) => ({
    turnaround: completed.get(key)?.durations ?? null,
    firstAnswer: answered.get(key)?.durations ?? null,
    ...(rules && { dueDates: completed.get(key)?.dueDates ?? null }),
  });

  function groups(): FiguresGroup[] {
    if (by === 'week') {
      const [open = 0, overdue = 0] = (['open', 'overdue'] as const).map((what) =>
        load.reduce((sum, one) => sum + one[what], 0),
      );
      const openThen = atWeekEnds(changes, 'open', open, weeks);
      const overdueThen = atWeekEnds(changes, 'overdue', overdue, weeks);
      return starts.map(({ date }, index) => ({
        key: date,
        ...measured(String(index + 1)),
        open: openThen[index] ?? 0,
        ...(rules && { overdue: overdueThen[index] ?? 0 }),
      }));
    }
    if (keys) return keys.map((key) => ({ key, name: names.get(key) ?? key, ...measured(key) }));
    const found = new Set([...completed.keys(), ...answered.keys()]);
    const all = [...found].flatMap((key) => (key === null ? [] : { key, ...measured(key) }));
    const countOf = (group: FiguresGroup) => (group.turnaround?.count ?? 0) + (group.firstAnswer?.count ?? 0);
    return all.sort((a, b) => countOf(b) - countOf(a) || (a.key < b.key ? -1 : 1));
  }

  return {
    ...measured(null),
    groups: groups(),
    otherGroups: others,
    load: load.map(({ overdue, ...one }) => (rules ? { ...one, overdue } : one)),
    ...(rules && { timeZone: rules.timeZone }),
    asOf: now,
  };
}
