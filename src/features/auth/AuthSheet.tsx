import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { PageHeading } from '../../ui/PageHeading.tsx';
import styles from './AuthSheet.module.css';

/** Only to look at: nobody waits for it, and nothing moves when it comes. */
const CoverDrawing = lazy<ComponentType>(() =>
  import('./CoverDrawing.tsx').then(
    (module) => ({ default: module.CoverDrawing }),
    () => ({ default: () => null }),
  ),
);

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
        <Suspense fallback={null}>
          <CoverDrawing />
        </Suspense>
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
