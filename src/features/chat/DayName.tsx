import { dayName } from '../../format/date.ts';
import { useTicking } from '../../ui/useTicking.ts';

/** A day's name; 'Today' becomes 'Yesterday' at midnight. */
export function DayName({ seconds }: { seconds: number }) {
  return useTicking((now) => dayName(seconds, now));
}
