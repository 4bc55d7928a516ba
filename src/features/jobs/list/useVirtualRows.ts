import { measureElement, useWindowVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Job } from '../../../contract/jobs/job.ts';
import { whenIdle } from '../../../timing.ts';

/** Measures nothing: rows have other heights on paper. */
const noRow = () => undefined;

/** Rows rendered before and after those in the window: one until the first paint, which must be soon. */
const overscan = { first: 1, later: 5 };
/** Above the list, until it is measured. */
const headHeightPx = 164;

/** Returns whether the page is being printed. */
function useIsPrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    // At once: the browser prints what is there right after the event.
    const set = ({ type }: Event) => flushSync(() => setPrinting(type === 'beforeprint'));
    const ends = ['beforeprint', 'afterprint'];
    for (const end of ends) window.addEventListener(end, set);
    return () => {
      for (const end of ends) window.removeEventListener(end, set);
    };
  }, []);
  return isPrinting;
}

/**
 * Selects the jobs whose rows are near the window, and the space that all others take up before and after them. All of them are printed.
 *
 * @param rowHeightPx an estimate; each row is measured once it is rendered
 */
export function useVirtualRows<List extends HTMLElement>(jobs: readonly Job[], rowHeightPx: number) {
  const list = useRef<List>(null);
  const [scrollMargin, setScrollMargin] = useState(headHeightPx);
  const [isPainted, setPainted] = useState(false);
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
  useLayoutEffect(() => {
    let frame = 0;
    // A tap on a row that is shown comes before the rows below.
    const stopWaiting = whenIdle(() => setPainted(true));
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
      stopWaiting();
      observer.disconnect();
      cancelAnimationFrame(frame);
    };
  }, []);
  const isPrinting = useIsPrinting();
  if (isPrinting) {
    const rows = jobs.map((job, index) => ({ index, job }));
    return { list, rows, measure: noRow, beforePx: 0, afterPx: 0 };
  }
  const items = virtualizer.getVirtualItems();
  const first = items[0];
  const last = items.at(-1);
  return {
    list,
    rows: items.flatMap(({ index }) => {
      const job = jobs[index];
      return job ? { index, job } : [];
    }),
    measure: virtualizer.measureElement,
    beforePx: first ? first.start - scrollMargin : 0,
    afterPx: last ? scrollMargin + virtualizer.getTotalSize() - last.end : 0,
  };
}
