import { useWindowVirtualizer, type VirtualItem, windowScroll } from '@tanstack/react-virtual';
import { memo, type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Job } from '../../../contract/jobs/job.ts';

/** Which rows of a list are rendered, the space of the others, and the ref of each row. */
export type RowWindow = {
  first: number;
  end: number;
  beforePx: number;
  afterPx: number;
  measure: (row: Element | null) => void;
};

/** Rendered before and after the rows in the window. */
const overscan = 5;

function topOf(list: Element): number {
  return Math.round(list.getBoundingClientRect().top + window.scrollY);
}

/** Measures the rows that stand there already, which are the first ones. */
function standingRows(list: Element, jobs: readonly Job[]): VirtualItem[] {
  let start = topOf(list);
  return [...list.querySelectorAll('[data-index]')].map((row, index) => {
    const size = row.getBoundingClientRect().height;
    const item = { index, key: jobs[index]?.jobId ?? index, start, end: start + size, size, lane: 0 };
    start += size;
    return item;
  });
}

type Props = {
  jobs: readonly Job[];
  list: RefObject<HTMLElement | null>;
  rowHeightPx: number;
  /** Null once the list is no longer long. */
  onWindow: (rows: RowWindow | null) => void;
  /** What the list shows: with it, this renders again when the list has its new size. */
  shown: RowWindow | null;
};

/** Measures a row as it is: rounded, the rows that stand there already would seem to change. */
function heightOf(row: Element, entry: ResizeObserverEntry | undefined): number {
  return entry?.borderBoxSize[0]?.blockSize ?? row.getBoundingClientRect().height;
}

/** Tells which rows of a long list are near the window. It renders nothing: the list does. */
export const VirtualRows = memo(function VirtualRows({ jobs, list, rowHeightPx, onWindow }: Props) {
  const [standing] = useState(() => (list.current ? standingRows(list.current, jobs) : []));
  const [scrollMargin, setScrollMargin] = useState(() => standing[0]?.start ?? 0);
  const isMounted = useRef(false);
  // Another function would discard the layout of all rows.
  const getItemKey = useCallback((index: number) => jobs[index]?.jobId ?? index, [jobs]);
  const virtualizer = useWindowVirtualizer<Element>({
    count: jobs.length,
    scrollMargin,
    overscan,
    getItemKey,
    estimateSize: () => rowHeightPx,
    measureElement: heightOf,
    initialMeasurementsCache: standing,
    initialOffset: window.scrollY,
    initialRect: { width: 0, height: window.innerHeight },
    // On mounting it would scroll to where the page is, which stops a scroll that is going on.
    scrollToFn: (...to) => {
      if (isMounted.current) windowScroll(...to);
    },
    useFlushSync: false,
  });
  // What stands above the list may change its height. An observer runs after the layout, so that reading the offset forces none.
  useEffect(() => {
    let frame = 0;
    const observer = new ResizeObserver(() => {
      // In the next frame: rendering inside the callback resizes the body again, which browsers report as a loop.
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => {
        if (list.current) setScrollMargin(topOf(list.current));
      });
    });
    observer.observe(document.body);
    isMounted.current = true;
    return () => {
      observer.disconnect();
      cancelAnimationFrame(frame);
    };
  }, [list]);

  const items = virtualizer.getVirtualItems();
  const [firstItem] = items;
  const lastItem = items.at(-1);
  const first = firstItem?.index ?? 0;
  const end = lastItem ? lastItem.index + 1 : 0;
  const beforePx = firstItem ? firstItem.start - scrollMargin : 0;
  const afterPx = lastItem ? scrollMargin + virtualizer.getTotalSize() - lastItem.end : 0;
  const measure = virtualizer.measureElement;
  useLayoutEffect(
    () => onWindow({ first, end, beforePx, afterPx, measure }),
    [onWindow, first, end, beforePx, afterPx, measure],
  );
  useLayoutEffect(() => () => onWindow(null), [onWindow]);
  return null;
});
