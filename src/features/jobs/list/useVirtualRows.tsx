import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Job } from '../../../contract/jobs/job.ts';
import { whenIdle } from '../../../timing.ts';
import type { Range, RowRange } from './RowRange.tsx';

/** Measures nothing: rows have other heights on paper. */
const noRow = () => undefined;

/** Above the list, about. */
const headHeightPx = 164;

/** Once it is loaded; null where it cannot be. */
let loaded: typeof RowRange | null | undefined;

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

function allOf(jobs: readonly Job[]): Range {
  return { first: 0, end: jobs.length, beforePx: 0, afterPx: 0, measure: noRow };
}

/** The rows of the first screen, before what follows the window is loaded. */
function firstScreen(jobs: readonly Job[], rowHeightPx: number): Range {
  const end = Math.min(jobs.length, Math.ceil((window.innerHeight - headHeightPx) / rowHeightPx) + 1);
  return { ...allOf(jobs), end, afterPx: (jobs.length - end) * rowHeightPx };
}

type VirtualRows<List> = Pick<Range, 'measure' | 'beforePx' | 'afterPx'> & {
  list: RefObject<List | null>;
  rows: { index: number; job: Job }[];
  /** To be rendered beside the list. */
  range: ReactNode;
};

/**
 * Selects the jobs whose rows are near the window, and the space that all others take up before and after them. All of them are printed.
 *
 * @param rowHeightPx an estimate; each row is measured once it is rendered
 */
export function useVirtualRows<List extends HTMLElement>(
  jobs: readonly Job[],
  rowHeightPx: number,
): VirtualRows<List> {
  const list = useRef<List>(null);
  const [isPainted, setPainted] = useState(false);
  const [known, setKnown] = useState<Range | null>(null);
  const [Follower, setFollower] = useState(() => loaded);
  useEffect(() => {
    let isShown = true;
    // A tap on a row that is shown comes before the rows below.
    const stopWaiting = whenIdle(async () => {
      setPainted(true);
      loaded ??= await import('./RowRange.tsx').then(
        (module) => module.RowRange,
        () => null,
      );
      if (isShown) setFollower(() => loaded);
    });
    return () => {
      isShown = false;
      stopWaiting();
    };
  }, []);
  const isPrinting = useIsPrinting();
  const isWhole = isPrinting || Follower === null;
  const range = isWhole ? allOf(jobs) : (known ?? firstScreen(jobs, rowHeightPx));
  return {
    list,
    rows: jobs.slice(range.first, range.end).map((job, n) => ({ index: range.first + n, job })),
    measure: range.measure,
    beforePx: range.beforePx,
    afterPx: range.afterPx,
    range: Follower && (
      <Follower jobs={jobs} rowHeightPx={rowHeightPx} list={list} isPainted={isPainted} onChange={setKnown} />
    ),
  };
}
