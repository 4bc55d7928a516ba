import type { Job } from '../../../contract/jobs/job.ts';
import type { Selection } from '../bulk/useSelection.ts';
import { jobName } from '../jobText.ts';
import styles from './PickJob.module.css';

type Props = {
  job: Pick<Job, 'jobId' | 'jobCode' | 'project'>;
  picked: boolean;
  onPick: Selection['pick'];
  /** Whether a press anywhere on its card counts, not only in its own cell. */
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
