import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useRef, useState } from 'react';

/** Rendered before and after the rows in the window. */
const overscan = 4;

/**
 * Keeps only the rows near the window in the page, and room for the others before and after them.
 *
 * @param rowHeightPx an estimate; each row is measured once it is rendered
 * @param keyOf must stay the same function while the rows do: another one discards the layout of all of them
 */
export function useVirtualRows<List extends HTMLElement>(
  count: number,
  rowHeightPx: number,
  keyOf: (index: number) => string,
) {
  const list = useRef<List>(null);
  const [scrollMargin, setScrollMargin] = useState(0);
  const virtualizer = useWindowVirtualizer<Element>({
    count,
    scrollMargin,
    overscan,
    getItemKey: keyOf,
    estimateSize: () => rowHeightPx,
    initialRect: { width: 0, height: window.innerHeight },
    useFlushSync: false,
  });
  // What stands above the list may change its height. Observers run after the layout, so that reading the offset forces none.
  useLayoutEffect(() => {
    const observer = new ResizeObserver(() => {
      if (list.current)
        setScrollMargin(Math.round(list.current.getBoundingClientRect().top + window.scrollY));
    });
    observer.observe(document.body);
    return () => observer.disconnect();
  }, []);
  const rows = virtualizer.getVirtualItems();
  const first = rows[0];
  const last = rows.at(-1);
  return {
    list,
    rows,
    measure: virtualizer.measureElement,
    /** Pixels. */
    before: first ? first.start - scrollMargin : 0,
    /** Pixels. */
    after: last ? scrollMargin + virtualizer.getTotalSize() - last.end : 0,
  };
}
