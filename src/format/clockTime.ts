import { dayKey } from './date.ts';

const dayMs = 24 * 60 * 60 * 1000;

/**
 * A moment as a person says it when the minute matters: '10:42', 'Yesterday 16:05', 'Mon, Nov 16, 16:05', by the reader's
 * clock.
 *
 * @param at milliseconds, like `now`
 */
export function clockTime(at: number, now = Date.now()): string {
  const moment = new Date(at);
  const time = `${moment.getHours()}:${String(moment.getMinutes()).padStart(2, '0')}`;
  if (dayKey(at / 1000) === dayKey(now / 1000)) return time;
  const today = new Date(now);
  const yesterday = new Date(today.getFullYear(), today.getMonth(), today.getDate() - 1);
  if (dayKey(at / 1000) === dayKey(yesterday.getTime() / 1000)) return `Yesterday ${time}`;
  const isFar = Math.abs(now - at) > 180 * dayMs;
  const day = new Intl.DateTimeFormat('en-US', {
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    ...(isFar ? { year: 'numeric' } : {}),
  }).format(moment);
  return `${day}, ${time}`;
}
