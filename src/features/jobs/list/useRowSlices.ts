import { useEffect, useReducer, useRef } from 'react';
import { rowsToDraw, type Span } from './rowsToDraw.ts';

/** New rows of one frame: to draw, lay out and paint them takes a slow phone less than a person notices. */
const mostNewRows = 6;

/**
 * Of the rows that are to be in the page, those that are to be in it now. A leap asks for all of them at once; they come a few
 * with every frame then, so that none of them holds up the page. A list that appears is drawn as a whole.
 */
export function useRowSlices<Row extends { index: number }>(rows: readonly Row[], seen: Span | null) {
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
