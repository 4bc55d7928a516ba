import { suggestedRules } from '../../src/contract/due/dueRules.ts';
import { businessDaysAfter, isBusinessDay } from '../data/due/dueDay.ts';
import { calendarOf } from '../data/due/holidays.ts';
import { clockIn, isoDateOf } from '../time/zone.ts';
import { admin } from './people.ts';
import type { SeedJob } from './plan.ts';
import type { SeedCalls } from './seedCalls.ts';

/** The suggested rules, in the zone of the office, and shown to clients. */
const demoRules = { ...suggestedRules('America/Denver'), shownToClients: true };

/** Turns due dates on. */
export async function seedDueRules(calls: SeedCalls): Promise<void> {
  await calls.json('saveDueRules', { as: admin, key: 'seed-due-rules' }, { rules: demoRules });
}

/** In business days from today; 0 is today, whatever day it is. */
const agreed = [-3, 0, 1, -1, 2, 0, 4, 8];
/** Newer jobs are due by the rules. */
const ruledHours = 7 * 24;

/**
 * Returns the due dates (`2026-11-27`) that were agreed on for jobs in progress, by job code: without them all older jobs would be overdue.
 */
export async function agreedDates(
  plan: readonly SeedJob[],
  startedAtMs: number,
): Promise<ReadonlyMap<string, string>> {
  const calendar = await calendarOf(demoRules);
  const today = clockIn(startedAtMs / 1000, demoRules.timeZone).day;
  const dayAfter = (count: number) => {
    if (count >= 0) return count === 0 ? today : businessDaysAfter(today, count, calendar);
    let day = today;
    for (let left = -count; left > 0; left -= isBusinessDay(day, calendar) ? 1 : 0) day -= 1;
    return day;
  };
  const older = plan.filter((job) => job.status === 'IN_PROGRESS' && job.reportedHoursAgo > ruledHours);
  return new Map(
    older.map(({ report }, at) => [report.jobCode, isoDateOf(dayAfter(agreed[at % agreed.length] ?? 0))]),
  );
}
