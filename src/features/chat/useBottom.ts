import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** This near to the end counts as being there. */
const slackPx = 48;

/**
 * Keeps a scrolling list at its end while the reader is there: after the first layout, when it grows, and when its frame
 * shrinks (a keyboard opens). Who scrolled up is left in peace.
 */
export function useBottom(): {
  frame: RefObject<HTMLDivElement | null>;
  content: RefObject<HTMLDivElement | null>;
  atBottom: boolean;
  toBottom: () => void;
  onScroll: () => void;
} {
  const frame = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const sticking = useRef(true);
  const knownHeight = useRef(0);
  const [atBottom, setAtBottom] = useState(true);

  const toBottom = useCallback(() => {
    sticking.current = true;
    setAtBottom(true);
    const element = frame.current;
    if (!element) return;
    element.scrollTop = element.scrollHeight;
    knownHeight.current = element.scrollHeight;
  }, []);

  const onScroll = useCallback(() => {
    const element = frame.current;
    if (!element) return;
    const { scrollHeight, scrollTop, clientHeight } = element;
    // Content that changed scrolls the list too; only a reader's own scrolling lets go of the end.
    if (sticking.current && scrollHeight !== knownHeight.current) return toBottom();
    knownHeight.current = scrollHeight;
    sticking.current = scrollHeight - scrollTop - clientHeight < slackPx;
    setAtBottom(sticking.current);
  }, [toBottom]);

  useLayoutEffect(toBottom, [toBottom]);
  useEffect(() => {
    const observer = new ResizeObserver(() => {
      if (sticking.current) toBottom();
    });
    for (const element of [frame.current, content.current]) if (element) observer.observe(element);
    return () => observer.disconnect();
  }, [toBottom]);
  return { frame, content, atBottom, toBottom, onScroll };
}
