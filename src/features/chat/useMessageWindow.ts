import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Message } from '../../contract/message.ts';
import {
  earlierWindow,
  laterWindow,
  latestWindow,
  type MessageWindow,
  newestWindow,
  oldestWindow,
  placeOf,
} from './messageWindow.ts';

/** This near to the end counts as being there. */
const slackPx = 48;
/** This near to the window's edge, the next messages are put on the page. */
const nearPx = 700;

type Frame = {
  frame: RefObject<HTMLDivElement | null>;
  content: RefObject<HTMLDivElement | null>;
  /** Of the messages, those on the page: `[start, end)`. */
  start: number;
  end: number;
  /** The newest message is in sight. */
  atBottom: boolean;
  toBottom: () => void;
  toTop: () => void;
  earlier: () => void;
  later: () => void;
  onScroll: () => void;
};

/**
 * Scrolls a conversation of any length: a window of its messages is on the page and moves with the reader. Keeps the end
 * in sight while the reader is there: after the first layout, when the list grows, and when its frame shrinks (a keyboard
 * opens). Who scrolled up is left in peace.
 *
 * @param fromTop opens at the first message instead of the newest
 */
export function useMessageWindow(messages: readonly Message[], fromTop: boolean): Frame {
  const frame = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState<MessageWindow>(() =>
    fromTop ? oldestWindow(messages) : newestWindow(messages),
  );
  const { start, end } = placeOf(messages, shown);
  const sticking = useRef(!fromTop);
  const knownHeight = useRef(0);
  const [atBottom, setAtBottom] = useState(!fromTop);
  const now = useRef({ messages, shown });
  now.current = { messages, shown };
  const drawn = useRef(shown);

  const look = useCallback(() => {
    const element = frame.current;
    if (!element) return;
    const { scrollHeight, scrollTop, clientHeight } = element;
    knownHeight.current = scrollHeight;
    const reachesEnd = now.current.shown.to === undefined;
    sticking.current = reachesEnd && scrollHeight - scrollTop - clientHeight < slackPx;
    setAtBottom(sticking.current);
  }, []);

  const toEnd = useCallback(() => {
    const element = frame.current;
    if (!element) return;
    element.scrollTop = element.scrollHeight;
    knownHeight.current = element.scrollHeight;
  }, []);

  const toBottom = useCallback(() => {
    sticking.current = true;
    const newest = latestWindow(now.current.messages, now.current.shown);
    if (now.current.shown.to === undefined) toEnd();
    now.current.shown = newest;
    setShown(newest);
    setAtBottom(true);
  }, [toEnd]);

  const toTop = useCallback(() => {
    sticking.current = false;
    flushSync(() => setShown(oldestWindow(now.current.messages)));
    if (frame.current) frame.current.scrollTop = 0;
    look();
  }, [look]);

  /** Moves the window while the messages in sight stay where they are. */
  const move = useCallback((moved: typeof earlierWindow) => {
    const element = frame.current;
    const { messages: all, shown: before } = now.current;
    const after = moved(all, before);
    if (!element || (after.from === before.from && after.to === before.to)) return;
    const edge = element.getBoundingClientRect().top;
    const kept = [...element.querySelectorAll('[data-message]')].find(
      (one) => one.getBoundingClientRect().bottom > edge,
    );
    const place = kept?.getBoundingClientRect().top ?? 0;
    flushSync(() => setShown(after));
    if (kept?.isConnected) element.scrollTop += kept.getBoundingClientRect().top - place;
    knownHeight.current = element.scrollHeight;
  }, []);
  const earlier = useCallback(() => move(earlierWindow), [move]);
  const later = useCallback(() => move(laterWindow), [move]);

  const onScroll = useCallback(() => {
    const element = frame.current;
    // Until another window is drawn, where the old one is scrolled to says nothing.
    if (!element || drawn.current !== now.current.shown) return;
    // Content that changed scrolls the list too; only a reader's own scrolling lets go of the end.
    if (sticking.current && element.scrollHeight !== knownHeight.current) return toEnd();
    look();
    if (element.scrollTop < nearPx) earlier();
    else if (element.scrollHeight - element.scrollTop - element.clientHeight < nearPx) later();
  }, [look, toEnd, earlier, later]);

  useLayoutEffect(() => {
    drawn.current = shown;
    if (sticking.current) toEnd();
  });
  useEffect(() => {
    const observer = new ResizeObserver(() => {
      if (sticking.current) toEnd();
      else look();
    });
    for (const element of [frame.current, content.current]) if (element) observer.observe(element);
    return () => observer.disconnect();
  }, [toEnd, look]);
  return { frame, content, start, end, atBottom, toBottom, toTop, earlier, later, onScroll };
}
