import type { Job } from '../../../contract/jobs/job.ts';
import { maxJobsAtOnce } from '../../../contract/limits.ts';
import type { Selection } from '../bulk/useSelection.ts';
import styles from './PickJob.module.css';

type PickAllProps = { jobs: readonly Job[]; selection: Selection };

/** Selects all loaded jobs, as many as can be changed at once; while some are selected, deselects them. */
export function PickAll({ jobs, selection: { chosen, choose } }: PickAllProps) {
  const most = Math.min(jobs.length, maxJobsAtOnce);
  const all = chosen.length > 0 && chosen.length === most;
  return (
    <label className={styles.pick} title={jobs.length > most ? `Selects the first ${most} jobs` : undefined}>
      <input
        type="checkbox"
        aria-label="Select all jobs shown"
        ref={(box) => {
          if (box) box.indeterminate = chosen.length > 0 && !all;
        }}
        checked={all}
        onChange={() => choose(chosen.length > 0 ? [] : jobs)}
      />
    </label>
  );
}
