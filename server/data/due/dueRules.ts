import type { CheckedRequestOf, ResponseOf } from '../../../src/contract/calls.ts';
import type { DueRules } from '../../../src/contract/due/dueRules.ts';
import { type ApprovedCaller, everyone } from '../../access/access.ts';
import { invalid } from '../../errors/errors.ts';
import { clockIn, dayOf, isoDateOf, weekdayOf } from '../../time/zone.ts';
import type { Queryable } from '../db/db.ts';
import { addEvent } from '../events.ts';
import { addAuditEntry } from '../users/audit.ts';
import { dueDay } from './dueDay.ts';
import { calendarOf, countries, holidaysBetween, isKnownPlace, plainName, statesOf } from './holidays.ts';

async function mustBeKnown({ holidays }: DueRules): Promise<void> {
  if (holidays && !(await isKnownPlace(holidays))) {
    throw invalid('holidays', 'Choose a country and a state from the lists.');
  }
}

/** Returns the rules of due dates; null while due dates are off. */
export async function readDueRules(db: Queryable): Promise<DueRules | null> {
  const [row] = await db.query<{ rules: DueRules | null }>('select rules from due_rules');
  return row?.rules ?? null;
}

/** Returns the rules of due dates, and what they can name (GET /due-rules). */
export async function dueSettings(db: Queryable): Promise<ResponseOf<'dueRules'>> {
  return { rules: await readDueRules(db), countries: await countries() };
}

/** Describes rules in a few words, for the audit trail. */
function summaryOf(rules: DueRules | null): string {
  if (!rules) return 'off';
  const count = rules.rules.length === 1 ? '1 rule' : `${rules.rules.length} rules`;
  return rules.shownToClients ? `${count}, shown to clients` : `${count}, for staff only`;
}

/**
 * Sets the rules, or turns due dates off (POST /due-rules/save), and has the due dates of open jobs computed again. Must run in a
 * transaction; `now` in seconds.
 *
 * @throws Refusal `invalid` for a place whose holidays are not known
 */
export async function saveDueRules(
  db: Queryable,
  caller: ApprovedCaller,
  { rules }: CheckedRequestOf<'saveDueRules'>,
  { now, requestId }: { now: number; requestId: string },
): Promise<ResponseOf<'saveDueRules'>> {
  if (rules) await mustBeKnown(rules);
  // First, for the computation in flight: it waits for writes of jobs, which wait for the rules.
  await db.query('select 1 from due_progress for update');
  // Waits for the writes of jobs in flight, which know the former rules: they must be visible when dates are computed by the new ones.
  await db.query('lock table due_rules in exclusive mode');
  const before = await readDueRules(db);
  const stored = rules && JSON.stringify(rules);
  await db.query(
    'insert into due_rules (rules) values ($1::jsonb) on conflict (only_row) do update set rules = excluded.rules',
    [stored],
  );
  await db.query(
    `insert into due_progress (seq_below) select coalesce(max(seq), 0) + 1 from jobs
      on conflict (only_row) do update set seq_below = excluded.seq_below`,
  );
  await addAuditEntry(db, {
    actor: caller.email,
    action: 'change-due-rules',
    subject: '',
    detail: { changes: [{ field: 'rules', from: summaryOf(before), to: summaryOf(rules) }] },
    created: now,
    requestId,
  });
  await announceDue(db, caller.email, now);
  return dueSettings(db);
}

/** Makes every app read its lists again, by the event of a changed checklist. `created` in seconds. */
export async function announceDue(db: Queryable, actor: string, created: number): Promise<void> {
  await addEvent(db, { kind: 'checklists', actor, created, forUser: everyone, detail: {} });
}

const previewedDays = 364;

/**
 * Returns the due dates that rules would lead to (POST /due-rules/preview). `now` in seconds.
 *
 * @throws Refusal `invalid` for a place whose holidays are not known
 */
export async function previewDueRules(
  { rules }: CheckedRequestOf<'previewDueRules'>,
  now: number,
): Promise<ResponseOf<'previewDueRules'>> {
  await mustBeKnown(rules);
  const calendar = await calendarOf(rules);
  const today = clockIn(now, rules.timeZone).day;
  const holidays = await holidaysBetween(rules.holidays, today, today + previewedDays);
  return {
    dates: rules.rules.map(({ days }) => {
      const day = dueDay({ reported: now, days, stops: [], set: null }, calendar);
      return isoDateOf(day ?? today);
    }),
    holidays: Object.fromEntries(
      holidays
        .filter(({ date }) => rules.weekdays.includes(weekdayOf(dayOf(date))))
        .map(({ date, name }) => [date, plainName(name)]),
    ),
    states: rules.holidays ? await statesOf(rules.holidays.country) : {},
  };
}
