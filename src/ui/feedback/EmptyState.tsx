import type { ReactNode } from 'react';
import styles from './EmptyState.module.css';

type Props = {
  title: string;
  /** What to do next. */
  text?: ReactNode;
  /** Buttons or links. */
  children?: ReactNode;
};

export function EmptyState({ title, text, children }: Props) {
  return (
    <div className={styles.empty}>
      <h2>{title}</h2>
      {text && <p>{text}</p>}
      {children && <div className={styles.actions}>{children}</div>}
    </div>
  );
}
