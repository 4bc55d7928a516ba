import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useRef, useState } from 'react';

/**
 * Only the rows near the window are in the page; the room of the others is kept before and after them.
 *
 * @param rowHeightPx a first guess; each row is measured when it is shown
 */
export function useVirtualRows<List extends HTMLElement>(
  count: number,
  rowHeightPx: number,
  keyOf: (index: number) => string,
) {
  const list = useRef<List>(null);
  const [offset, setOffset] = useState(0);
  // What stands above the list may change its height (a chip, a message), so the offset is read after every render.
  useLayoutEffect(() => {
    const top = list.current?.getBoundingClientRect().top ?? 0;
    setOffset(Math.round(top + window.scrollY));
  });
  const virtualizer = useWindowVirtualizer({
    count,
    estimateSize: () => rowHeightPx,
    getItemKey: keyOf,
    overscan: 8,
    scrollMargin: offset,
  });
  const rows = virtualizer.getVirtualItems();
  const first = rows[0];
  const last = rows.at(-1);
  return {
    list,
    rows,
    measure: virtualizer.measureElement,
    /** Pixels. */
    before: first ? first.start - offset : 0,
    /** Pixels. */
    after: last ? virtualizer.getTotalSize() - (last.end - offset) : 0,
  };
}
