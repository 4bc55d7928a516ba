import { exactTime, machineTime, paperTime } from '../../format/date.ts';
import { relativeTime } from '../../format/relativeTime.ts';
import { useServerTicking } from '../useTicking.ts';

/**
 * A moment as "5 minutes ago", with the exact time in its title. Unlike `Time`, a tap does nothing: it belongs to the link or the button
 * around it.
 */
export function PlainTime({ seconds }: { seconds: number }) {
  const text = useServerTicking((now) => relativeTime(seconds, now));
  return (
    <time dateTime={machineTime(seconds)} title={exactTime(seconds)} data-paper={paperTime(seconds)}>
      {text}
    </time>
  );
}
