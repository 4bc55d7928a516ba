import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Job } from '../../../contract/jobs/job.ts';
import { pageSize } from '../../../contract/limits.ts';
import { once, whenIdle } from '../../../timing.ts';
import type { RowWindow } from './VirtualRows.tsx';

/** Not by `lazy`: React would hold its first window back for 300 ms, in which the user scrolls on. */
const loadFollower = once(async () => (await import('./VirtualRows.tsx')).VirtualRows);

/** Returns what follows the window in a long list, once it is loaded; `failed` where it cannot be. */
function useFollower(isLong: boolean) {
  const [follower, setFollower] = useState(() => loadFollower.current());
  const [isFailed, setFailed] = useState(false);
  useEffect(() => {
    if (!isLong || follower) return;
    loadFollower().then(
      (loaded) => setFollower(() => loaded),
      () => setFailed(true),
    );
  }, [isLong, follower]);
  return follower ?? (isFailed ? 'failed' : undefined);
}

/** Measures nothing: rows have other heights on paper, and the first pages stand as they are. */
const noRow = () => undefined;

/** Rows rendered below those on the screen, after the first paint, which must be soon. */
const below = 5;

/** Returns whether the page is being printed. */
function useIsPrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false);
  // As soon as rows are there.
  useLayoutEffect(() => {
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
function useFirstRows(rowHeightPx: number, abovePx: number): number {
  // Read once: later it would lay out the page in the midst of changes. Another size of the window shows all of them.
  const [fitting] = useState(() => Math.max(1, Math.ceil((window.innerHeight - abovePx) / rowHeightPx)));
  const [isPainted, setPainted] = useState(false);
  const [isScrolled, setScrolled] = useState(false);
  // A tap on a row that is shown comes before the rows below.
  useEffect(() => {
    performance.mark('list');
    return whenIdle(() => setPainted(true));
  }, []);
  useEffect(() => {
    const show = () => {
      setScrolled(true);
      // The second page may come next.
      loadFollower().catch(() => undefined);
    };
    // Where it is scrolled is known to the next frame anyway; to read it now would lay out the page once more.
    const frame = requestAnimationFrame(() => window.scrollY > 0 && show());
    const ends = ['scroll', 'resize'];
    for (const end of ends) window.addEventListener(end, show, { passive: true, once: true });
    return () => {
      cancelAnimationFrame(frame);
      for (const end of ends) window.removeEventListener(end, show);
    };
  }, []);
  if (isScrolled) return pageSize;
  return fitting + (isPainted ? below : 0);
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
 * as the first page is scrolled; until it is there, two pages stand as they are, and without it all of them.
 *
 * @param rowHeightPx an estimate; in a long list each row is measured once it is rendered
 * @param abovePx what stands above the list on the screen, at least
 */
export function useRowWindow<List extends HTMLElement>(
  jobs: readonly Job[],
  rowHeightPx: number,
  abovePx: number,
): Rows<List> {
  const list = useRef<List>(null);
  const firstRows = useFirstRows(rowHeightPx, abovePx);
  const isPrinting = useIsPrinting();
  const [followed, setFollowed] = useState<RowWindow | null>(null);
  const isLong = jobs.length > pageSize;
  const Follower = useFollower(isLong);
  const mostRows = Follower === 'failed' ? jobs.length : 2 * pageSize;
  const plainEnd = Math.min(isLong ? mostRows : firstRows, jobs.length);

  function shownWindow(): RowWindow {
    if (isPrinting) return { first: 0, end: jobs.length, beforePx: 0, afterPx: 0, measure: noRow };
    if (isLong && followed) return followed;
    const afterPx = (jobs.length - plainEnd) * rowHeightPx;
    return { first: 0, end: plainEnd, beforePx: 0, afterPx, measure: noRow };
  }

  const { first, end, ...space } = shownWindow();
  return {
    list,
    rows: jobs.slice(first, end).map((job, n) => ({ index: first + n, job })),
    ...space,
    follower: isLong && Follower && Follower !== 'failed' && (
      <Follower jobs={jobs} list={list} rowHeightPx={rowHeightPx} onWindow={setFollowed} shown={followed} />
    ),
  };
}
