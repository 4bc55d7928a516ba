import { measureElement, useWindowVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useCallback, useEffect, useLayoutEffect, useState } from 'react';
import type { Job } from '../../../contract/jobs/job.ts';

/** The rows near the window, from `first` up to `end`, and the space that all others take up before and after them. */
export type Range = {
  first: number;
  end: number;
  beforePx: number;
  afterPx: number;
  /** The ref of each row. */
  measure: (row: Element | null) => void;
};

/** Rows rendered before and after those in the window: one until the first paint, which must be soon. */
const overscan = { first: 1, later: 5 };
/** Above the list, until it is measured. */
const headHeightPx = 164;

type Props = {
  jobs: readonly Job[];
  /** An estimate; each row is measured once it is rendered. */
  rowHeightPx: number;
  list: RefObject<HTMLElement | null>;
  isPainted: boolean;
  onChange: (range: Range) => void;
};

/** Follows which rows are near the window. Draws nothing: the rows that are there first need none of it, so it is loaded after them. */
export function RowRange({ jobs, rowHeightPx, list, isPainted, onChange }: Props): null {
  const [scrollMargin, setScrollMargin] = useState(headHeightPx);
  // Another function would discard the layout of all rows.
  const getItemKey = useCallback((index: number) => jobs[index]?.jobId ?? index, [jobs]);
  const virtualizer = useWindowVirtualizer<Element>({
    count: jobs.length,
    scrollMargin,
    overscan: isPainted ? overscan.later : overscan.first,
    getItemKey,
    estimateSize: () => rowHeightPx,
    // The first rows are measured after the layout of their frame: before it, measuring would force one.
    measureElement: (row, entry, instance) =>
      isPainted || entry ? measureElement(row, entry, instance) : rowHeightPx,
    initialRect: { width: 0, height: window.innerHeight },
    useFlushSync: false,
  });
  // What stands above the list may change its height. An observer runs after the layout, so that reading the offset forces none.
  useEffect(() => {
    let frame = 0;
    const observer = new ResizeObserver(() => {
      // In the next frame: rendering inside the callback resizes the body again, which browsers report as a loop.
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => {
        if (list.current)
          setScrollMargin(Math.round(list.current.getBoundingClientRect().top + window.scrollY));
      });
    });
    observer.observe(document.body);
    return () => {
      observer.disconnect();
      cancelAnimationFrame(frame);
    };
  }, [list]);
  const items = virtualizer.getVirtualItems();
  const [one] = items;
  const last = items.at(-1);
  const first = one?.index ?? 0;
  const end = last ? last.index + 1 : 0;
  const beforePx = one ? one.start - scrollMargin : 0;
  const afterPx = last ? scrollMargin + virtualizer.getTotalSize() - last.end : 0;
  const { measureElement: measure } = virtualizer;
  useLayoutEffect(
    () => onChange({ first, end, beforePx, afterPx, measure }),
    [onChange, first, end, beforePx, afterPx, measure],
  );
  return null;
}
