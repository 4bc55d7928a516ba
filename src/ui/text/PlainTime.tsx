import { exactTime, machineTime, paperTime } from '../../format/date.ts';
import { relativeTime } from '../../format/relativeTime.ts';
import { useTicking } from '../useTicking.ts';

/** A moment as "5 minutes ago" within a link or a button, where nothing else can be pressed; the exact time is in the title. */
export function PlainTime({ seconds }: { seconds: number }) {
  const text = useTicking((now) => relativeTime(seconds, now));
  return (
    <time dateTime={machineTime(seconds)} title={exactTime(seconds)} data-paper={paperTime(seconds)}>
      {text}
    </time>
  );
}
