import { useState } from 'react';
import { lateWrittenTime } from '../../contract/writtenTime.ts';
import { clockTime, exactTime, machineTime, paperTime } from '../../format/date.ts';
import { relativeTime } from '../../format/relativeTime.ts';
import { useServerTicking, useTicking } from '../useTicking.ts';
import styles from './Time.module.css';

type Props = {
  /** When it was sent, in seconds; null for a message that waits. */
  sent: number | null;
  /** When it was written, in seconds; undefined where that is not known. */
  written: number | undefined;
  /** Whether it stands within a link or a button, where a tap has its own effect. */
  plain?: boolean;
};

/** @param exact formats exact times, where these are wanted */
function textOf(
  sent: number | null,
  written: number | undefined,
  now: number,
  exact?: (seconds: number) => string,
): string {
  const before = lateWrittenTime({
    createdTimestamp: sent ?? now,
    ...(written && { writtenTimestamp: written }),
  });
  const only = sent ?? written ?? now;
  if (before === null) return exact ? exact(only) : relativeTime(only, now);
  const clock = (seconds: number) => clockTime(seconds * 1000, now * 1000);
  const format = exact ?? clock;
  return [`written ${format(before)}`, ...(sent === null ? [] : [`sent ${format(sent)}`])].join(', ');
}

/**
 * The time of a message as "5 minutes ago", or, where it was sent later than written, both as "written 9:02 AM, sent 2:10 PM". The exact
 * times are shown as by `Time`: in the title, by a tap, and on paper.
 */
export function MessageTime({ sent, written, plain = false }: Props) {
  const [isExact, setIsExact] = useState(false);
  // A message that waits has times of this device only.
  const useClock = sent === null ? useTicking : useServerTicking;
  const text = useClock((now) => textOf(sent, written, now));
  const exact = useClock((now) => textOf(sent, written, now, exactTime));
  const paper = useClock((now) => textOf(sent, written, now, paperTime));
  return (
    // biome-ignore lint/a11y: a tap shows only what the title says.
    <time
      className={plain ? undefined : styles.time}
      dateTime={machineTime(sent ?? written ?? 0)}
      title={exact}
      data-long={isExact || text.includes(',') || undefined}
      data-paper={paper}
      onClick={plain ? undefined : () => setIsExact(!isExact)}
    >
      {isExact ? exact : text}
    </time>
  );
}
