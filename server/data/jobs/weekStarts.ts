import { clockIn, endOfDay, isoDateOf, weekdayOf } from '../../time/zone.ts';

/** The beginning of a week. */
export type WeekStart = {
  /** Its Monday: `2026-11-16`. */
  date: string;
  /** Its first second, in seconds since 1970. */
  at: number;
};

/** Returns the last weeks of a time zone, the oldest first; the last one contains `now` (seconds). Weeks begin on Monday. */
export function weekStarts(timeZone: string, now: number, weeks: number): WeekStart[] {
  const { day } = clockIn(now, timeZone);
  const thisMonday = day - ((weekdayOf(day) + 6) % 7);
  return Array.from({ length: weeks }, (_, index) => {
    const monday = thisMonday - 7 * (weeks - 1 - index);
    return { date: isoDateOf(monday), at: endOfDay(monday - 1, timeZone) };
  });
}
