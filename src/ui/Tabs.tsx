import { createLink, useRouter } from '@tanstack/react-router';
import { type ComponentProps, type MouseEvent, type ReactNode, useEffect, useState } from 'react';
import { afterPaint } from './afterPaint.ts';
import styles from './Tabs.module.css';
import { useOneStop } from './useOneStop.ts';
import { isPlainClick } from './usePageLink.ts';

type TabsProps = {
  label: string;
  children: ReactNode;
  /** Given where they are one line also at a desk: the menu of those without room, and its place until it is loaded. */
  more?: ReactNode;
};

/** Links to the views of one listing, side by side and one Tab stop: `TabLink`s. */
export function Tabs({ label, children, more }: TabsProps) {
  const { ref: nav, ...stop } = useOneStop<HTMLElement>('ArrowLeft', 'ArrowRight');
  // On a narrow screen the current tab may be out of sight. Scrolls the strip only, not the page.
  useEffect(() => {
    // With the layout of the frame, not with one before it.
    const frame = requestAnimationFrame(() => {
      const strip = nav.current?.firstElementChild;
      const current = strip?.querySelector<HTMLElement>('[aria-current]');
      if (strip && current) strip.scrollLeft = current.offsetLeft - strip.clientWidth / 3;
    });
    return () => cancelAnimationFrame(frame);
  }, [nav]);
  return (
    <nav ref={nav} {...stop} className={styles.line} aria-label={label}>
      <div className={styles.tabs}>{children}</div>
      {more}
    </nav>
  );
}

type TabProps = ComponentProps<'a'> & {
  /** Entries of the view; undefined until it is known. */
  count?: number | string | undefined;
};

/**
 * A tab of `Tabs`, with its whole address and `aria-current`. Marks the tab as soon as it is pressed; its view, which takes longer to
 * render, follows.
 */
export function Tab(props: TabProps) {
  const { count, children, className: _, ...rest } = props;
  const router = useRouter();
  const [isPressed, setPressed] = useState(false);
  const isCurrent = rest['aria-current'] !== undefined;

  function press(event: MouseEvent<HTMLAnchorElement>) {
    const { href, onClick } = rest;
    if (!href || !isPlainClick(event) || (isCurrent && onClick)) return onClick?.(event);
    event.preventDefault();
    if (isCurrent) return void router.navigate({ href });
    setPressed(true);
    afterPaint(() => void router.navigate({ href }).finally(() => setPressed(false)));
  }

  const link = { ...rest, onClick: press };
  return (
    <a {...link} className={styles.tab} data-pressed={isPressed || undefined}>
      {children}
      {'count' in props && <span className={styles.count}> {count}</span>}
    </a>
  );
}

/** A tab of `Tabs`; takes what `Link` takes. The router sets `aria-current`. Of many, `Tab` is lighter. */
export const TabLink = createLink(Tab);
