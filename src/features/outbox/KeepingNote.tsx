import { useSyncExternalStore } from 'react';
import { cannotKeepWords } from '../../outbox/keepingWords.ts';
import { canKeep, onWaitingChange } from '../../outbox/waiting.ts';
import styles from './OutboxSheet.module.css';

/** Where the browser keeps nothing, it is said plainly: nothing waits, so nothing may be left. */
export function KeepingNote() {
  const keeps = useSyncExternalStore(onWaitingChange, canKeep);
  if (keeps) return null;
  return <p className={styles.note}>{cannotKeepWords}</p>;
}
