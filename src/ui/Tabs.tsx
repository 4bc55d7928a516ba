import { createLink } from '@tanstack/react-router';
import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react';
import styles from './Tabs.module.css';

/** Links to the views of one listing, side by side. Put `TabLink`s in it. */
export function Tabs({ label, children }: { label: string; children: ReactNode }) {
  const nav = useRef<HTMLElement>(null);
  // On a narrow screen the current tab may lie outside the strip. Only the strip scrolls, never the page.
  useEffect(() => {
    const current = nav.current?.querySelector<HTMLElement>('[aria-current]');
    if (nav.current && current) nav.current.scrollLeft = current.offsetLeft - nav.current.clientWidth / 3;
  }, []);
  return (
    <nav ref={nav} className={styles.tabs} aria-label={label}>
      {children}
    </nav>
  );
}

type TabProps = ComponentProps<'a'> & {
  /** How many there are behind it. */
  count?: number | undefined;
};

function TabAnchor({ count, children, className: _, ...rest }: TabProps) {
  return (
    <a {...rest} className={styles.tab}>
      {children}
      {count !== undefined && <span className={styles.count}>{count}</span>}
    </a>
  );
}

/** A tab of `Tabs`; takes what `Link` takes. The router marks the current one with `aria-current`. */
export const TabLink = createLink(TabAnchor);
