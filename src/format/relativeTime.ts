import { counted } from './counted.ts';

export const minute = 60;
export const hour = 60 * minute;
export const day = 24 * hour;

/** Returns the whole units in an amount: "5 minutes". */
export function countOf(amount: number, unit: string): string {
  return counted(Math.floor(amount), unit);
}

/**
 * Midnights between two moments by the reader's calendar, so that "Yesterday" never means the day before it. At least one:
 * the moments are a whole day apart, and a day of 25 hours must not read "0 days ago".
 */
function calendarDaysBetween(from: Date, to: Date): number {
  const midnight = (date: Date) => Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / 1000;
  return Math.max(1, Math.round((midnight(to) - midnight(from)) / day));
}

/**
 * How long ago a moment was (§9): 'Just now', seconds, minutes, hours, 'Yesterday', days, weeks, months, years. A future
 * moment (a clock that is ahead) reads 'Just now'.
 *
 * @param seconds the moment, in seconds since 1970
 * @param nowSeconds the reader's clock, in the same unit
 */
export function relativeTime(seconds: number, nowSeconds = Date.now() / 1000): string {
  const passed = nowSeconds - seconds;
  if (passed < 10) return 'Just now';
  if (passed < minute) return `${countOf(passed, 'second')} ago`;
  if (passed < hour) return `${countOf(passed / minute, 'minute')} ago`;
  if (passed < day) return `${countOf(passed / hour, 'hour')} ago`;
  const days = calendarDaysBetween(new Date(seconds * 1000), new Date(nowSeconds * 1000));
  if (days === 1) return 'Yesterday';
  if (days < 7) return `${countOf(days, 'day')} ago`;
  if (days < 30) return `${countOf(days / 7, 'week')} ago`;
  if (days < 365) return `${countOf(days / 30, 'month')} ago`;
  return `${countOf(days / 365, 'year')} ago`;
}
