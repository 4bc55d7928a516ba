import { dayName, timeOfDay } from './date.ts';

/**
 * A moment as a person says it when the minute matters: '10:42', 'Yesterday 16:05', '11/16/26 16:05', by the reader's
 * clock.
 *
 * @param at milliseconds, like `now`
 */
export function clockTime(at: number, now = Date.now()): string {
  const day = dayName(at / 1000, now / 1000);
  const time = timeOfDay(at / 1000);
  return day === 'Today' ? time : `${day} ${time}`;
}
