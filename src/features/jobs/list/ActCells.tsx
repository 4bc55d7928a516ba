import { UserPlus } from 'lucide';
import type { ReactNode } from 'react';
import type { Job } from '../../../contract/jobs/job.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { actNames } from '../act/actNames.ts';
import { type Act, askAct } from '../act/rowAct.ts';
import { jobName } from '../jobText.ts';
import styles from './JobActions.module.css';

type ActCellProps = { act: Act; job: Job; staff: boolean; children: ReactNode };

/** What a row says of its job and staff change where it stands. It is no Tab stop of its own: the row has keys and a menu. */
export function ActCell({ act, job, staff, children }: ActCellProps) {
  if (!staff) return children;
  return (
    <button
      type="button"
      tabIndex={-1}
      className={styles.cell}
      data-on-paper=""
      title={actNames[act]}
      onClick={() => void askAct(act, [job])}
    >
      {children}
      <span className="visually-hidden">
        , {actNames[act].toLowerCase()} of {jobName(job)}
      </span>
    </button>
  );
}

/** Assigns a job to the reader with one press. */
export function TakeButton({ job }: { job: Job }) {
  return (
    <button
      type="button"
      tabIndex={-1}
      className={styles.cell}
      title="Assign to me"
      aria-label={`Take ${jobName(job)}`}
      onClick={() => void askAct('take', [job])}
    >
      <Icon of={UserPlus} />
    </button>
  );
}
