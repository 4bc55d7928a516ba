import type { NotificationSettings } from '../../../src/contract/users/notifications.ts';

type QuietHours = NonNullable<NotificationSettings['quietHours']>;

const minuteSeconds = 60;
/** A day has at most 25 hours. */
const mostMinutes = 25 * 60;

function clockIn(timeZone: string): (at: number) => string {
  const format = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' });
  return (at) => format.format(at * 1000);
}

function isWithin(clock: string, { from, to }: QuietHours): boolean {
  return from <= to ? from <= clock && clock < to : from <= clock || clock < to;
}

/**
 * Returns the end of the quiet hours that contain `at` (both in seconds), or null outside of them. Checks the clock minute by
 * minute, because of daylight saving time.
 */
export function quietUntil(quietHours: NotificationSettings['quietHours'], at: number): number | null {
  if (!quietHours) return null;
  const clockAt = clockIn(quietHours.timeZone);
  if (!isWithin(clockAt(at), quietHours)) return null;
  const thisMinute = Math.floor(at / minuteSeconds) * minuteSeconds;
  for (let minutes = 1; minutes < mostMinutes; minutes += 1) {
    const later = thisMinute + minutes * minuteSeconds;
    if (!isWithin(clockAt(later), quietHours)) return later;
  }
  return at + mostMinutes * minuteSeconds;
}
