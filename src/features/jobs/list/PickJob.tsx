import type { Job } from '../../../contract/job.ts';
import { jobName } from '../jobWords.ts';
import styles from './PickJob.module.css';

export type OnPick = (jobId: string, range: boolean) => void;

type Props = {
  job: Pick<Job, 'jobId' | 'jobCode' | 'project'>;
  picked: boolean;
  onPick: OnPick;
  /** The whole of its card or row is pressed, not only its own cell. */
  all?: boolean;
};

/** Selects a job of the list; with Shift, all from the one picked before. */
export function PickJob({ job, picked, onPick, all = false }: Props) {
  return (
    <label className={styles.pick} data-all={all || undefined}>
      <input
        type="checkbox"
        aria-label={`Select ${jobName(job)}, ${job.jobCode}`}
        checked={picked}
        onChange={({ nativeEvent }) =>
          onPick(job.jobId, 'shiftKey' in nativeEvent && nativeEvent.shiftKey === true)
        }
      />
    </label>
  );
}
