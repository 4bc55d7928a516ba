import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useRef, useState } from 'react';
import { useRowSlices } from './useRowSlices.ts';

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}

/**
 * Only the rows near the window are in the page; the room of the others is kept before and after them.
 *
 * @param rowHeightPx a first guess; each row is measured when it is shown, and others are taken to be like it
 * @param keyOf must stay the same function while the rows do: another one makes all of them be measured out anew
 */
export function useVirtualRows<List extends HTMLElement>(
  count: number,
  rowHeightPx: number,
  keyOf: (index: number) => string,
) {
  const list = useRef<List>(null);
  const [offset, setOffset] = useState(0);
  const guessPx = useRef(rowHeightPx);
  const virtualizer = useWindowVirtualizer({
    count,
    estimateSize: () => guessPx.current,
    getItemKey: keyOf,
    // As soon as the browser has laid the row out by itself: asked before, it lays the whole page out at once.
    measureElement: (row, entry, { measurementsCache, indexFromElement }) => {
      const box = entry?.borderBoxSize[0];
      return box
        ? Math.round(box.blockSize)
        : (measurementsCache[indexFromElement(row)]?.size ?? rowHeightPx);
    },
    overscan: 4,
    // Drawn in a task of its own: scrolling, drawing rows and painting them in one held a slow phone for over 100 ms.
    useFlushSync: false,
    scrollMargin: offset,
  });
  const rows = useRowSlices(virtualizer.getVirtualItems(), virtualizer.range);
  // What stands above the list may change its height (a chip, a message), so the offset is read after every render, but
  // not while scrolling: it makes the browser lay the page out at once.
  useLayoutEffect(() => {
    if (virtualizer.isScrolling) return;
    const top = list.current?.getBoundingClientRect().top ?? 0;
    setOffset(Math.round(top + window.scrollY));
    if (rows.length > 0) guessPx.current = sum(rows.map(({ size }) => size)) / rows.length;
  });
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
