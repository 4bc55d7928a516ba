import type { ReactNode } from 'react';
import { type JobStatus, jobStatuses } from '../contract/enums.ts';
import styles from './Badge.module.css';

export type BadgeTone = 'plain' | 'blue' | 'stamp' | 'late' | 'done' | 'faded';

/** A word in a frame. The tone only repeats what the word says. */
export function Badge({ tone = 'plain', children }: { tone?: BadgeTone; children: ReactNode }) {
  return (
    <span className={styles.badge} data-tone={tone}>
      {children}
    </span>
  );
}

const statusTones: Readonly<Record<JobStatus, BadgeTone>> = {
  IN_PROGRESS: 'blue',
  ON_HOLD: 'plain',
  COMPLETED: 'done',
  CANCELLED: 'faded',
};

/** Each row of a list has one: an element, without a component between. */
export function StatusBadge({ status }: { status: JobStatus }) {
  return (
    <span className={styles.badge} data-tone={statusTones[status]}>
      {jobStatuses[status]}
    </span>
  );
}

export function HighPriorityBadge() {
  return <Badge tone="stamp">High priority</Badge>;
}
