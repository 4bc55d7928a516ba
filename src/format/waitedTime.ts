const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

function count(seconds: number, unitSeconds: number, unit: string): string {
  const whole = Math.floor(seconds / unitSeconds);
  return `${whole} ${unit}${whole === 1 ? '' : 's'}`;
}

/**
 * How long something has waited: 'under a minute', '5 minutes', '3 hours', '9 days', '3 weeks', '4 months', '2 years'.
 * Days are counted up to two weeks, because to who waits "1 week" is too little said.
 *
 * @param sinceSeconds the moment it began to wait, in seconds since 1970
 */
export function waitedTime(sinceSeconds: number, nowSeconds = Date.now() / 1000): string {
  const waited = nowSeconds - sinceSeconds;
  if (waited < minute) return 'under a minute';
  if (waited < hour) return count(waited, minute, 'minute');
  if (waited < day) return count(waited, hour, 'hour');
  if (waited < 14 * day) return count(waited, day, 'day');
  if (waited < 60 * day) return count(waited, 7 * day, 'week');
  if (waited < 365 * day) return count(waited, 30 * day, 'month');
  return count(waited, 365 * day, 'year');
}
