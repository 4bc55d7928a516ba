import { CircleCheck } from 'lucide-react';
import { clockTime } from '../../format/clockTime.ts';
import { exactTime } from '../../format/date.ts';
import styles from './JobMarks.module.css';
import { usePrepared } from './useSite.ts';

/** In a list: this job can be read without a signal, and how old it is then. */
export function ReadyMark({ jobId }: { jobId: string }) {
  const at = usePrepared(jobId)?.at ?? 0;
  if (at === 0) return null;
  return (
    <span className={styles.mark} data-tone="blue" title={`Ready offline as of ${exactTime(at / 1000)}`}>
      <CircleCheck aria-hidden />
      Ready offline · {clockTime(at)}
    </span>
  );
}
