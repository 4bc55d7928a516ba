import { useState } from 'react';
import { exactTime, machineTime, paperTime } from '../../format/date.ts';
import { relativeTime } from '../../format/relativeTime.ts';
import { useServerTicking, useTicking } from '../useTicking.ts';
import styles from './Time.module.css';

type Props = {
  seconds: number;
  /** Whether words of the same sentence precede it: "Yesterday" is then shown in lower case. */
  inSentence?: boolean;
  /** Whether it is a moment of this device, not one that the server has dated. */
  onDevice?: boolean;
};

/**
 * A moment as "5 minutes ago", updated while it is on screen. The exact time is in the title; a tap, which shows no title, shows it in
 * place. No button: a page has dozens of times, and the keyboard must not stop at each. On paper it is the exact time.
 */
export function Time({ seconds, inSentence = false, onDevice = false }: Props) {
  const [isExact, setIsExact] = useState(false);
  const useClock = onDevice ? useTicking : useServerTicking;
  const relative = useClock((now) => relativeTime(seconds, now));
  const exact = exactTime(seconds);
  return (
    // biome-ignore lint/a11y: a tap shows only what the title says.
    <time
      className={styles.time}
      dateTime={machineTime(seconds)}
      title={exact}
      data-paper={paperTime(seconds)}
      data-long={isExact || undefined}
      data-lower={inSentence || undefined}
      onClick={() => setIsExact(!isExact)}
    >
      {isExact ? exact : relative}
    </time>
  );
}
