import { CloudAlert, CloudUpload } from 'lucide-react';
import styles from '../list/JobMarks.module.css';

/** In a list: this job has changes that are not sent yet. */
export function WaitingMark({ standing }: { standing: 'waiting' | 'not-sent' }) {
  const waits = standing === 'waiting';
  const Icon = waits ? CloudUpload : CloudAlert;
  return (
    <span className={styles.mark} data-tone={waits ? undefined : 'stamp'}>
      <Icon aria-hidden />
      {waits ? 'Change to send' : 'Change not sent'}
    </span>
  );
}
