import { lazy, type ReactNode, type RefObject, Suspense, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Job } from '../../../contract/jobs/job.ts';
import { pageSize } from '../../../contract/limits.ts';
import { whenIdle } from '../../../timing.ts';
import type { RowWindow } from './VirtualRows.tsx';

const VirtualRows = lazy(() =>
  import('./VirtualRows.tsx').then((module) => ({ default: module.VirtualRows })),
);

/** Measures nothing: rows have other heights on paper, and the first page stands as it is. */
const noRow = () => undefined;

/** Rows rendered below those that fit into the window: one until the first paint, which must be soon. */
const below = { first: 1, later: 5 };

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

/** Counts the rows of the first page that are rendered: those on the screen, and all of them once it was scrolled. */
function useFirstRows(rowHeightPx: number): number {
  const [isPainted, setPainted] = useState(false);
  const [isScrolled, setScrolled] = useState(window.scrollY > 0);
  // A tap on a row that is shown comes before the rows below.
  useEffect(() => whenIdle(() => setPainted(true)), []);
  useEffect(() => {
    const show = () => setScrolled(true);
    const ends = ['scroll', 'resize'];
    for (const end of ends) window.addEventListener(end, show, { passive: true, once: true });
    return () => {
      for (const end of ends) window.removeEventListener(end, show);
    };
  }, []);
  if (isScrolled) return pageSize;
  return Math.ceil(window.innerHeight / rowHeightPx) + (isPainted ? below.later : below.first);
}

type Rows<List> = {
  list: RefObject<List | null>;
  rows: readonly { index: number; job: Job }[];
  measure: (row: Element | null) => void;
  /** The space that all other rows take up. */
  beforePx: number;
  afterPx: number;
  /** To be rendered anywhere: what follows the window in a list of several pages. */
  follower: ReactNode;
};

/**
 * Selects the jobs whose rows are near the window. All of them are printed. The library that follows the window in a long list is loaded
 * with the second page.
 *
 * @param rowHeightPx an estimate; in a long list each row is measured once it is rendered
 */
export function useRowWindow<List extends HTMLElement>(
  jobs: readonly Job[],
  rowHeightPx: number,
): Rows<List> {
  const list = useRef<List>(null);
  const firstRows = useFirstRows(rowHeightPx);
  const isPrinting = useIsPrinting();
  const [followed, setFollowed] = useState<RowWindow | null>(null);
  const isLong = jobs.length > pageSize;
  const plainEnd = Math.min(isLong ? pageSize : firstRows, jobs.length);
  const plain = { first: 0, end: plainEnd, beforePx: 0, afterPx: (jobs.length - plainEnd) * rowHeightPx };
  const all = { first: 0, end: jobs.length, beforePx: 0, afterPx: 0 };
  const { first, end, beforePx, afterPx, measure } = isPrinting
    ? { ...all, measure: noRow }
    : isLong && followed
      ? followed
      : { ...plain, measure: noRow };
  return {
    list,
    rows: jobs.slice(first, end).map((job, n) => ({ index: first + n, job })),
    measure,
    beforePx,
    afterPx,
    follower: isLong && (
      <Suspense>
        <VirtualRows jobs={jobs} list={list} rowHeightPx={rowHeightPx} onWindow={setFollowed} />
      </Suspense>
    ),
  };
}
