import { useCallback, useEffect, useEffectEvent, useLayoutEffect, useReducer, useRef, useState } from 'react';
import { rowParts, withRowParts } from './loadRowParts.ts';
import type { PlacedRow, RowList, RowPlacer } from './rowPlacer.ts';
import { rowsToDraw, type Span } from './rowsToDraw.ts';

/** New rows of one frame: to draw, lay out and paint them takes a slow phone less than a person notices. */
const mostNewRows = 6;

/**
 * Of the rows that are to be in the page, those that are to be in it now. A leap asks for all of them at once; they come a few
 * with every frame then, so that none of them holds up the page. A list that appears is drawn as a whole.
 */
function useRowSlices<Row extends { index: number }>(rows: readonly Row[], seen: Span | null) {
  const standing = useRef<Span>(null);
  const [, drawMore] = useReducer((turn: number) => turn + 1, 0);
  const [first] = rows;
  const wanted = first && { startIndex: first.index, endIndex: first.index + rows.length - 1 };
  const now = wanted && seen && standing.current && rowsToDraw(wanted, seen, standing.current, mostNewRows);
  const drawn = now ? rows.filter(({ index }) => index >= now.startIndex && index <= now.endIndex) : rows;
  useEffect(() => {
    standing.current = now ?? wanted ?? null;
    if (drawn.length === rows.length) return;
    const frame = requestAnimationFrame(drawMore);
    return () => cancelAnimationFrame(frame);
  });
  return drawn;
}

/** Drawn before and after those in sight. */
const spareRows = 4;

/** Whoever is about to scroll, or does. */
const signsOfScrolling = ['touchstart', 'wheel', 'keydown', 'scroll'];

function firstRows({ count, keyOf, offset, heightPx }: RowList, all: boolean): PlacedRow[] {
  const most = all ? count : Math.ceil(window.innerHeight / heightPx()) + spareRows;
  return Array.from({ length: Math.min(count, most) }, (_, index) => {
    const start = offset + index * heightPx();
    return { index, key: keyOf(index), start, end: start + heightPx(), size: heightPx() };
  });
}

function averagePx(rows: readonly PlacedRow[]): number {
  return rows.reduce((total, { size }) => total + size, 0) / rows.length;
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
  const [, redraw] = useReducer((turn: number) => turn + 1, 0);
  const [offset, setOffset] = useState(0);
  const guessPx = useRef(rowHeightPx);
  const now: RowList = { count, offset, keyOf, heightPx: () => guessPx.current, onChange: redraw };
  const [placer, setPlacer] = useState<RowPlacer | null>(() => rowParts()?.rowPlacer(now, null) ?? null);
  const taken = useRef(placer);
  /** Whoever scrolls before the rows are placed gets all of them. */
  const [isScrolled, setScrolled] = useState(() => window.scrollY > 0);
  placer?.take(now);
  const placed: readonly PlacedRow[] = placer?.virtualizer.getVirtualItems() ?? firstRows(now, isScrolled);
  const seen = placer
    ? placer.virtualizer.range
    : { startIndex: 0, endIndex: Math.min(count, spareRows) - 1 };
  const rows = useRowSlices(placed, seen);

  const takeOver = useEffectEvent((place: (rows: RowList, element: HTMLElement | null) => RowPlacer) => {
    const next = place(now, list.current);
    if (next.standing.length > 0) guessPx.current = averagePx(next.standing);
    taken.current = next;
    setPlacer(next);
  });
  useEffect(() => {
    if (placer) return;
    const stop = new AbortController();
    for (const sign of signsOfScrolling) {
      window.addEventListener(sign, () => setScrolled(true), { passive: true, signal: stop.signal });
    }
    const end = withRowParts(({ rowPlacer }) => {
      takeOver(rowPlacer);
      return () => undefined;
    });
    return () => {
      end();
      stop.abort();
    };
  }, [placer]);
  useLayoutEffect(() => placer?.follow(list.current), [placer]);
  useLayoutEffect(() => placer?.virtualizer._willUpdate());
  // What stands above the list may change its height (a chip, a message), so the offset is read after every render, but
  // not while scrolling: it makes the browser lay the page out at once.
  useLayoutEffect(() => {
    if (placer?.virtualizer.isScrolling) return;
    const top = list.current?.getBoundingClientRect().top ?? 0;
    setOffset(Math.round(top + window.scrollY));
    if (rows.length > 0) guessPx.current = averagePx(rows);
  });
  const first = rows[0];
  const last = rows.at(-1);
  const end = placer ? offset + placer.virtualizer.getTotalSize() : offset + count * guessPx.current;
  return {
    list,
    rows,
    measure: useCallback((row: Element | null) => taken.current?.virtualizer.measureElement(row), []),
    /** Pixels. */
    before: first ? first.start - offset : 0,
    /** Pixels. */
    after: last ? end - last.end : 0,
  };
}
