import { useSyncExternalStore } from 'react';
import { canKeep, onWaitingChange } from '../../outbox/pageOutbox.ts';
import styles from './OutboxSheet.module.css';

/** Where the browser keeps nothing, it is said plainly: nothing waits, so nothing may be left. */
export function KeepingNote() {
  const keeps = useSyncExternalStore(onWaitingChange, canKeep);
  if (keeps) return null;
  return (
    <p className={styles.note}>
      This browser does not let the app keep messages on this device. What you send goes out at once or not at
      all, so stay on the page until it has arrived. A private window or blocked site data can be the reason.
    </p>
  );
}
