import { CircleCheck, CloudAlert, CloudUpload } from 'lucide';
import { useSyncExternalStore } from 'react';
import { clockTime, exactTime } from '../../../format/date.ts';
import { resumesByItself } from '../../../outbox/records/resumesByItself.ts';
import { onWaitingChange } from '../../../outbox/records/waiting.ts';
import { waitingJobs } from '../../../outbox/records/waitingJobs.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { useOfflineJob, useOfflineJobs } from '../offline/useOfflineJobs.ts';
import { useWaitingJobs } from '../waiting/useWaitingJobs.ts';
import styles from './OfflineLabels.module.css';

/** Returns the state of a job's unsent changes in one word, so that a row is rendered only when it changes. */
function unsentState(jobId: string): 'none' | 'waiting' | 'failed' {
  const changes = waitingJobs().filter((record) => record.jobId === jobId);
  if (changes.length === 0) return 'none';
  return changes.some((change) => change.state === 'failed' && !resumesByItself(change))
    ? 'failed'
    : 'waiting';
}

/** Returns whether a job may have labels: asked once for a list, so that a row without any subscribes to nothing. */
export function useMayHaveLabels(): (jobId: string) => boolean {
  const { jobs } = useOfflineJobs();
  const waiting = useWaitingJobs();
  return (jobId) => jobs.has(jobId) || waiting.some((record) => record.jobId === jobId);
}

/** Says of a job in a list whether this device has unsent changes of it, and whether it is saved for offline. */
export function OfflineLabels({ jobId }: { jobId: string }) {
  const unsent = useSyncExternalStore(onWaitingChange, () => unsentState(jobId));
  const savedAtMs = useOfflineJob(jobId)?.at ?? 0;
  if (unsent === 'none' && savedAtMs === 0) return null;
  return (
    <span className={styles.labels}>
      {unsent === 'waiting' && (
        <span className={styles.label}>
          <Icon of={CloudUpload} />
          Change waiting to send
        </span>
      )}
      {unsent === 'failed' && (
        <span className={styles.label} data-tone="stamp">
          <Icon of={CloudAlert} />
          Change not sent
        </span>
      )}
      {savedAtMs > 0 && (
        <span className={styles.label} data-tone="blue" title={exactTime(savedAtMs / 1000)}>
          <Icon of={CircleCheck} />
          Available offline · {clockTime(savedAtMs)}
        </span>
      )}
    </span>
  );
}
