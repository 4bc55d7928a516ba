const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

function ago(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'} ago`;
}

/**
 * Midnights between two moments by the reader's calendar, so that "Yesterday" never means the day before it.
 * At least one: it is asked only of moments a whole day apart, and a day of 25 hours must not read "0 days ago".
 */
function calendarDaysBetween(from: Date, to: Date): number {
  const midnight = (date: Date) => Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / 1000;
  return Math.max(1, Math.round((midnight(to) - midnight(from)) / day));
}

/**
 * How long ago, in the specification's words (§9): 'Just now', seconds, minutes, hours, 'Yesterday', days, weeks,
 * months, years. A moment still to come (a clock that is ahead) reads 'Just now'.
 *
 * @param seconds the moment, in seconds since 1970
 * @param nowSeconds the reader's clock, in the same unit
 */
export function relativeTime(seconds: number, nowSeconds = Date.now() / 1000): string {
  const passed = nowSeconds - seconds;
  if (passed < 10) return 'Just now';
  if (passed < minute) return ago(Math.floor(passed), 'second');
  if (passed < hour) return ago(Math.floor(passed / minute), 'minute');
  if (passed < day) return ago(Math.floor(passed / hour), 'hour');
  const days = calendarDaysBetween(new Date(seconds * 1000), new Date(nowSeconds * 1000));
  if (days === 1) return 'Yesterday';
  if (days < 7) return ago(days, 'day');
  if (days < 30) return ago(Math.floor(days / 7), 'week');
  if (days < 365) return ago(Math.floor(days / 30), 'month');
  return ago(Math.floor(days / 365), 'year');
}
