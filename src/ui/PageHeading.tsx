import type { QueryKey } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { AsOf } from './feedback/AsOf.tsx';
import styles from './PageHeading.module.css';
import { windowTitle } from './windowTitle.ts';

type Props = {
  /** The h1, and the page's title. */
  title: string;
  /** Whether the title is a name, which browsers must not translate. */
  isName?: true;
  /** The page's title where the h1 is not enough. */
  documentTitle?: string;
  /** A line above: the section of the page. */
  over?: ReactNode;
  /** A line below. */
  note?: ReactNode;
  /** Further lines. */
  below?: ReactNode;
  /** A line below the title and its buttons. */
  under?: ReactNode;
  /** The keys of the queries on the page; their age is shown while they may be outdated. */
  of?: readonly QueryKey[];
  /** Buttons at the end. */
  children?: ReactNode;
  /** On a phone too, the buttons stand beside the title; else they fill lines below it. */
  beside?: boolean;
};

/** The one h1 of a page. Navigation moves the focus to it. */
export function PageHeading({
  title,
  isName,
  documentTitle,
  over,
  note,
  below,
  under,
  of,
  children,
  beside,
}: Props) {
  useEffect(() => {
    document.title = windowTitle(documentTitle ?? title);
  }, [title, documentTitle]);
  return (
    <header className={styles.heading}>
      {of && (
        <p className={styles.age}>
          <AsOf of={of} />
        </p>
      )}
      <div className={styles.words}>
        {over && <p className="lettering">{over}</p>}
        <h1 tabIndex={-1} data-page-heading="" translate={isName && 'no'}>
          {title}
        </h1>
        {note && <p className={styles.note}>{note}</p>}
        {below && <div className={styles.below}>{below}</div>}
      </div>
      {children && (
        <div className={styles.actions} data-beside={beside}>
          {children}
        </div>
      )}
      {under && <div className={`row ${styles.under}`}>{under}</div>}
    </header>
  );
}
