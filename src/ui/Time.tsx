import { exactTime, machineTime } from '../format/date.ts';
import { relativeTime } from '../format/relativeTime.ts';
import { useTicking } from './useTicking.ts';

/** A moment as "5 minutes ago", updated while it is on screen; the exact time is in the title. */
export function Time({ seconds }: { seconds: number }) {
  const words = useTicking((now) => relativeTime(seconds, now));
  return (
    <time dateTime={machineTime(seconds)} title={exactTime(seconds)}>
      {words}
    </time>
  );
}
