import { type ReactNode, useEffect } from 'react';
import styles from './PageHeading.module.css';

type Props = {
  /** The h1, and the page's title. */
  title: string;
  /** The page's title where the h1 alone says too little of it. */
  documentTitle?: string;
  /** A line above: where this page belongs. */
  over?: ReactNode;
  /** A line below. */
  note?: ReactNode;
  /** Buttons at the end. */
  children?: ReactNode;
};

/** The one h1 of a page. Navigation moves the focus to it. */
export function PageHeading({ title, documentTitle, over, note, children }: Props) {
  useEffect(() => {
    document.title = `${documentTitle ?? title} · EV Jobs`;
  }, [title, documentTitle]);
  return (
    <header className={styles.heading}>
      <div className={styles.words}>
        {over && <p className="lettering">{over}</p>}
        <h1 tabIndex={-1} data-page-heading="">
          {title}
        </h1>
        {note && <p className={styles.note}>{note}</p>}
      </div>
      {children && <div className={styles.actions}>{children}</div>}
    </header>
  );
}
