import type { ReactNode } from 'react';
import { PageHeading } from '../../ui/PageHeading.tsx';
import styles from './AuthSheet.module.css';
import { CoverDrawing } from './CoverDrawing.tsx';

type Props = {
  title: string;
  note?: ReactNode;
  children: ReactNode;
  /** Other ways to go. */
  foot?: ReactNode;
  /** For the long forms. */
  wide?: boolean;
};

/** The sheet of every page before the app itself: the blueprint cover beside or above, one task on paper. */
export function AuthSheet({ title, note, children, foot, wide = false }: Props) {
  return (
    <div className={styles.desk} data-wide={wide || undefined}>
      <header className={styles.cover} data-frame="">
        <p className={styles.name}>
          <span>EV</span> Jobs
        </p>
        <CoverDrawing />
        <p className={styles.line}>Stamped, tracked, talked about.</p>
      </header>
      <main className={styles.main} tabIndex={-1}>
        <div className={styles.task}>
          <PageHeading title={title} note={note} />
          {children}
          {foot && <footer className={styles.foot}>{foot}</footer>}
        </div>
      </main>
    </div>
  );
}
