import { createLink, useRouter } from '@tanstack/react-router';
import { type ComponentProps, type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { afterPaint } from './afterPaint.ts';
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

function isPlainClick({ defaultPrevented, button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean {
  return !defaultPrevented && button === 0 && !(metaKey || ctrlKey || shiftKey || altKey);
}

/** The tab is marked as soon as it is taken; its view, which takes longer to draw, follows. */
function TabAnchor({ count, children, className: _, ...rest }: TabProps) {
  const router = useRouter();
  const [isTaken, setTaken] = useState(false);
  const isCurrent = rest['aria-current'] !== undefined;

  function take(event: MouseEvent<HTMLAnchorElement>) {
    const { href } = rest;
    if (!href || isCurrent || !isPlainClick(event)) return rest.onClick?.(event);
    event.preventDefault();
    setTaken(true);
    afterPaint(() => void router.navigate({ href }).finally(() => setTaken(false)));
  }

  const link = { ...rest, onClick: take };
  return (
    <a {...link} className={styles.tab} data-taken={isTaken || undefined}>
      {children}
      {count !== undefined && <span className={styles.count}> {count}</span>}
    </a>
  );
}

/** A tab of `Tabs`; takes what `Link` takes. The router marks the current one with `aria-current`. */
export const TabLink = createLink(TabAnchor);
