import { useEffect, useRef, useState } from 'react';
import { type LineState, lineNews } from './lineNews.ts';
import { useHeld, useLine } from './useLine.ts';

const heldMs = 1500;

function isSame(a: LineState, b: LineState): boolean {
  return (
    a.reachable === b.reachable && a.toSend === b.toSend && a.notSent === b.notSent && a.signIn === b.signIn
  );
}

/** Tells a screen reader, politely and once, of what has changed about the line. */
export function LineNews() {
  const state = useHeld(useLine(), heldMs, isSame);
  const before = useRef(state);
  const [news, setNews] = useState('');
  useEffect(() => {
    const words = lineNews(before.current, state);
    before.current = state;
    if (words) setNews(words);
  }, [state]);
  return (
    <p role="status" className="visually-hidden">
      {news}
    </p>
  );
}
