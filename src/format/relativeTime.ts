import { counted } from './counted.ts';

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

function count(amount: number, unit: string): string {
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
  if (passed < minute) return `${count(passed, 'second')} ago`;
  if (passed < hour) return `${count(passed / minute, 'minute')} ago`;
  if (passed < day) return `${count(passed / hour, 'hour')} ago`;
  const days = calendarDaysBetween(new Date(seconds * 1000), new Date(nowSeconds * 1000));
  if (days === 1) return 'Yesterday';
  if (days < 7) return `${count(days, 'day')} ago`;
  if (days < 30) return `${count(days / 7, 'week')} ago`;
  if (days < 365) return `${count(days / 30, 'month')} ago`;
  return `${count(days / 365, 'year')} ago`;
}

/**
 * How long something has waited: 'less than a minute', '5 minutes', '3 hours', '9 days', '3 weeks', '4 months', '2 years'. Days
 * are counted up to two weeks, because "1 week" is too coarse for the one who waits.
 *
 * @param sinceSeconds when it began to wait, in seconds since 1970
 */
export function waitedTime(sinceSeconds: number, nowSeconds = Date.now() / 1000): string {
  const waited = nowSeconds - sinceSeconds;
  if (waited < minute) return 'less than a minute';
  if (waited < hour) return count(waited / minute, 'minute');
  if (waited < day) return count(waited / hour, 'hour');
  if (waited < 14 * day) return count(waited / day, 'day');
  if (waited < 60 * day) return count(waited / (7 * day), 'week');
  if (waited < 365 * day) return count(waited / (30 * day), 'month');
  return count(waited / (365 * day), 'year');
}
