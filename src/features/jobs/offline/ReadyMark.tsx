import { CircleCheck } from 'lucide-react';
import { clockTime, exactTime } from '../../../format/date.ts';
import styles from '../list/JobMarks.module.css';

/**
 * In a list: this job can be read without a signal, and how old it is then.
 *
 * @param at milliseconds since 1970
 */
export function ReadyMark({ at }: { at: number }) {
  return (
    <span className={styles.mark} data-tone="blue" title={`Ready offline as of ${exactTime(at / 1000)}`}>
      <CircleCheck aria-hidden />
      Ready offline · {clockTime(at)}
    </span>
  );
}
