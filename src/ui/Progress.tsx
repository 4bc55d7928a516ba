import type { ReactNode } from 'react';
import styles from './Progress.module.css';

type Props = {
  /** What is being worked on; read out, and shown above the bar. */
  label: ReactNode;
  /** Part of `max` that is done; absent while nobody knows. */
  value?: number | undefined;
  max?: number | undefined;
  /** Beside the label: "12 of 30 MB". */
  detail?: ReactNode;
};

export function Progress({ label, value, max = 1, detail }: Props) {
  const known = value !== undefined && max > 0;
  return (
    <label className={styles.progress}>
      <span className={styles.words}>
        <span>{label}</span>
        {detail && <span className={styles.detail}>{detail}</span>}
      </span>
      <progress className={styles.bar} {...(known ? { value, max } : {})} />
    </label>
  );
}
