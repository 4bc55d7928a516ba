import { CloudOff } from 'lucide-react';
import styles from './ConnectionHint.module.css';
import { useIsReachable } from './connection.ts';

/** Quiet while all is well; a word when the service cannot be reached. */
export function ConnectionHint() {
  const reachable = useIsReachable();
  return (
    <output className={styles.hint}>
      {!reachable && (
        <>
          <CloudOff aria-hidden /> Offline
        </>
      )}
    </output>
  );
}
