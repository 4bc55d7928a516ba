import { exactTime, machineTime } from '../../format/date.ts';
import { waitedTime } from '../../format/relativeTime.ts';
import { useTicking } from '../../ui/useTicking.ts';

/** "Waiting for 3 days", kept true while it is on screen. */
export function WaitedTime({ since }: { since: number }) {
  const words = useTicking((now) => waitedTime(since, now));
  return (
    <time dateTime={machineTime(since)} title={exactTime(since)}>
      Waiting for {words}
    </time>
  );
}
