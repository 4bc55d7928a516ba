import styles from './JobMarks.module.css';
import { ReadyMark } from './ReadyMark.tsx';
import { WaitingMark } from './WaitingMark.tsx';

/** In a list: how a job stands on this device. Not in frames, which tell how it stands with EV. */
export function JobMarks({ jobId }: { jobId: string }) {
  return (
    <span className={styles.marks}>
      <WaitingMark jobId={jobId} />
      <ReadyMark jobId={jobId} />
    </span>
  );
}
