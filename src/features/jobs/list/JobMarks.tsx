import { ReadyMark } from '../offline/ReadyMark.tsx';
import { usePrepared } from '../offline/useSite.ts';
import { useStanding } from '../offline/useWaitingJobs.ts';
import { WaitingMark } from '../offline/WaitingMark.tsx';
import styles from './JobMarks.module.css';

/** In a list: how a job stands on this device. Not in frames, which tell how it stands with EV. */
export function JobMarks({ jobId }: { jobId: string }) {
  const standing = useStanding(jobId);
  const readyAt = usePrepared(jobId)?.at ?? 0;
  if (standing === 'none' && readyAt === 0) return null;
  return (
    <span className={styles.marks}>
      {standing !== 'none' && <WaitingMark standing={standing} />}
      {readyAt > 0 && <ReadyMark at={readyAt} />}
    </span>
  );
}
