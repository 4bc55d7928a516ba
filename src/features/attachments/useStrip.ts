import { type UIEvent, useRef, useState } from 'react';

/** Longer than a browser lets a swipe run on. */
const settleMs = 600;

/** One file of several in a strip, which is moved by swipes, keys and buttons. @param onMoved called when another file is shown */
export function useStrip(count: number, first: number, onMoved: () => void) {
  const strip = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState(first);
  /** When a key or a button moved the strip last. */
  const movedAt = useRef(Number.NEGATIVE_INFINITY);
  function scrollTo(to: number) {
    const { current: element } = strip;
    element?.scrollTo({ left: to * element.clientWidth, behavior: 'instant' });
  }

  function show(to: number) {
    if (to === at || to < 0 || to >= count) return;
    movedAt.current = performance.now();
    onMoved();
    setAt(to);
    scrollTo(to);
  }

  const handlers = {
    onPointerDown() {
      movedAt.current = Number.NEGATIVE_INFINITY;
    },
    onScroll({ currentTarget: { scrollLeft, clientWidth } }: UIEvent) {
      const shown = Math.round(scrollLeft / clientWidth);
      if (shown === at || shown < 0 || shown >= count) return;
      // The end of a swipe that a key or a button has overtaken.
      if (performance.now() - movedAt.current < settleMs) return scrollTo(at);
      onMoved();
      setAt(shown);
    },
  };
  return { strip, at, show, scrollTo, handlers };
}
