import type { DueRules } from '../../../src/contract/due/dueRules.ts';
import { clockIn, weekdayOf } from '../../time/zone.ts';

/** The firm's business days, and the hour at which a day ends for it. Days are numbered as in `zone.ts`. */
export type BusinessCalendar = Pick<DueRules, 'timeZone' | 'weekdays' | 'cutOffHour'> & {
  isHoliday(day: number): boolean;
};

/** A period in which a job was not in progress, in seconds; `to` is null while it lasts. */
export type Stop = { from: number; to: number | null };

export type DueFacts = {
  /** When the job was submitted, in seconds. */
  reported: number;
  /** Business days that the rules allow; null when no rule fits. */
  days: number | null;
  /** The periods in which it was not in progress, in their order. */
  stops: readonly Stop[];
  /** The day that staff set, and when they set it (seconds); null where the rules decide. */
  set: { day: number; at: number } | null;
};

export function isBusinessDay(day: number, { weekdays, isHoliday }: BusinessCalendar): boolean {
  return weekdays.includes(weekdayOf(day)) && !isHoliday(day);
}

/** Most days to search for a business day: a year without one is a mistake in the calendar. */
const longestPause = 366;

/** Returns the `count`-th business day after a day; for 0 the day itself, business day or not. */
export function businessDaysAfter(day: number, count: number, calendar: BusinessCalendar): number {
  let last = day;
  for (let left = count, at = day; left > 0; ) {
    at += 1;
    if (isBusinessDay(at, calendar) || at - last > longestPause) {
      left -= 1;
      last = at;
    }
  }
  return last;
}

/** Returns the business day that a moment (seconds) counts toward: from the cut-off hour on, the next one. */
export function countingDay(at: number, calendar: BusinessCalendar): number {
  const { day, hour } = clockIn(at, calendar.timeZone);
  return hour < calendar.cutOffHour && isBusinessDay(day, calendar)
    ? day
    : businessDaysAfter(day, 1, calendar);
}

/** Counts the business days after one day up to another. */
function businessDaysBetween(from: number, to: number, calendar: BusinessCalendar): number {
  let count = 0;
  for (let day = from + 1; day <= to; day++) if (isBusinessDay(day, calendar)) count += 1;
  return count;
}

/** Counts the business days after `since` on which the clock was stopped. A stop that has not ended counts nothing yet. */
function stoppedDays(stops: readonly Stop[], since: number, calendar: BusinessCalendar): number {
  return stops.reduce((sum, { from, to }) => {
    if (to === null || to <= since) return sum;
    const first = countingDay(Math.max(from, since), calendar);
    return sum + businessDaysBetween(first, countingDay(to, calendar), calendar);
  }, 0);
}

/**
 * Returns the day on which a job is due: a number of business days after the day that its submission counts toward (`countingDay`), or
 * the day that staff set, plus the business days since then on which the job was not in progress. Null when no rule fits and no day is
 * set.
 */
export function dueDay({ reported, days, stops, set }: DueFacts, calendar: BusinessCalendar): number | null {
  if (set) return businessDaysAfter(set.day, stoppedDays(stops, set.at, calendar), calendar);
  if (days === null) return null;
  const all = days + stoppedDays(stops, reported, calendar);
  return businessDaysAfter(countingDay(reported, calendar), all, calendar);
}
