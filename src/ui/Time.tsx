import { useEffect, useState } from 'react';
import { exactTime, machineTime } from '../format/date.ts';
import { relativeTime } from '../format/relativeTime.ts';

/** How often the words of a moment change, by its age in seconds. */
function nextChangeMs(ageSeconds: number): number {
  if (ageSeconds < 60) return 10_000;
  if (ageSeconds < 3600) return 60_000;
  return 3_600_000;
}

/** A moment as "5 minutes ago", kept true while it is on screen; the exact time is in the title. */
export function Time({ seconds }: { seconds: number }) {
  const [, setTick] = useState(0);
  useEffect(() => {
    let timer = 0;
    const wait = () => {
      timer = window.setTimeout(
        () => {
          setTick((tick) => tick + 1);
          wait();
        },
        nextChangeMs(Date.now() / 1000 - seconds),
      );
    };
    wait();
    return () => clearTimeout(timer);
  }, [seconds]);
  return (
    <time dateTime={machineTime(seconds)} title={exactTime(seconds)}>
      {relativeTime(seconds)}
    </time>
  );
}
