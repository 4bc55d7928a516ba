import { countOf, day, hour, minute } from './relativeTime.ts';

/**
 * How long something has waited: 'less than a minute', '5 minutes', '3 hours', '9 days', '3 weeks', '4 months', '2 years'. Days
 * are counted up to two weeks, because "1 week" is too coarse for the one who waits.
 *
 * @param sinceSeconds when it began to wait, in seconds since 1970
 */
export function waitedTime(sinceSeconds: number, nowSeconds = Date.now() / 1000): string {
  const waited = nowSeconds - sinceSeconds;
  if (waited < minute) return 'less than a minute';
  if (waited < hour) return countOf(waited / minute, 'minute');
  if (waited < day) return countOf(waited / hour, 'hour');
  if (waited < 14 * day) return countOf(waited / day, 'day');
  if (waited < 60 * day) return countOf(waited / (7 * day), 'week');
  if (waited < 365 * day) return countOf(waited / (30 * day), 'month');
  return countOf(waited / (365 * day), 'year');
}
