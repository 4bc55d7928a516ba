import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Message } from '../../../contract/messages/message.ts';
import {
  earlierWindow,
  laterWindow,
  latestWindow,
  type MessageWindow,
  newestWindow,
  oldestWindow,
  rangeOf,
  windowAround,
} from './messageWindow.ts';

/** A reader within this distance of the end stays at the end. */
const bottomSlackPx = 48;
/** Within this distance of the window's edge, the next messages are rendered. */
const edgePx = 700;

/**
 * Scrolls a conversation of any length: a window of its messages is rendered and moves with the reader. Keeps the end in sight
 * while the reader is there: after the first layout, when the list grows, and when its frame shrinks (an on-screen keyboard
 * opens).
 *
 * @param fromTop opens at the first message instead of the newest
 */
export function useMessageWindow(messages: readonly Message[], fromTop: boolean) {
  const frame = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState<MessageWindow>(() =>
    fromTop ? oldestWindow(messages) : newestWindow(messages),
  );
  const { start, end } = rangeOf(messages, shown);
  const isSticking = useRef(!fromTop);
  const knownHeight = useRef(0);
  const [atBottom, setAtBottom] = useState(!fromTop);
  const latest = useRef({ messages, shown });
  latest.current = { messages, shown };
  const rendered = useRef(shown);
  /** The message to scroll to once it is rendered. */
  const target = useRef<string>(undefined);

  const measure = useCallback(() => {
    const element = frame.current;
    if (!element) return;
    const { scrollHeight, scrollTop, clientHeight } = element;
    knownHeight.current = scrollHeight;
    const reachesEnd = latest.current.shown.to === undefined;
    isSticking.current = reachesEnd && scrollHeight - scrollTop - clientHeight < bottomSlackPx;
    setAtBottom(isSticking.current);
  }, []);

  const scrollToEnd = useCallback(() => {
    const element = frame.current;
    if (!element) return;
    element.scrollTop = element.scrollHeight;
    knownHeight.current = element.scrollHeight;
  }, []);

  const scrollToTarget = useCallback(() => {
    const element = frame.current;
    const bubble = [...(element?.querySelectorAll<HTMLElement>('[data-message]') ?? [])].find(
      ({ dataset }) => dataset.message === target.current,
    );
    target.current = undefined;
    if (!element || !bubble) return;
    const room = Math.max(0, element.clientHeight - bubble.clientHeight) / 2;
    element.scrollTop += bubble.getBoundingClientRect().top - element.getBoundingClientRect().top - room;
    measure();
  }, [measure]);

  const toBottom = useCallback(() => {
    isSticking.current = true;
    const newest = latestWindow(latest.current.messages, latest.current.shown);
    if (latest.current.shown.to === undefined) scrollToEnd();
    latest.current.shown = newest;
    setShown(newest);
    setAtBottom(true);
  }, [scrollToEnd]);

  function toTop() {
    isSticking.current = false;
    flushSync(() => setShown(oldestWindow(latest.current.messages)));
    if (frame.current) frame.current.scrollTop = 0;
    measure();
  }

  /** Scrolls to a message of the conversation; renders it first where it is not. */
  const toMessage = useCallback(
    (communicationId: string) => {
      const { messages: all, shown: before } = latest.current;
      const at = all.findIndex((message) => message.communicationId === communicationId);
      if (at < 0) return;
      isSticking.current = false;
      const range = rangeOf(all, before);
      target.current = communicationId;
      if (at < range.start || at >= range.end) setShown(windowAround(all, at));
      else scrollToTarget();
    },
    [scrollToTarget],
  );

  /** Moves the window while the messages in sight stay in place. */
  function move(moved: typeof earlierWindow) {
    const element = frame.current;
    const { messages: all, shown: before } = latest.current;
    const after = moved(all, before);
    if (!element || (after.from === before.from && after.to === before.to)) return;
    const edge = element.getBoundingClientRect().top;
    const anchor = [...element.querySelectorAll('[data-message]')].find(
      (bubble) => bubble.getBoundingClientRect().bottom > edge,
    );
    const top = anchor?.getBoundingClientRect().top ?? 0;
    flushSync(() => setShown(after));
    if (anchor?.isConnected) element.scrollTop += anchor.getBoundingClientRect().top - top;
    knownHeight.current = element.scrollHeight;
  }
  const earlier = () => move(earlierWindow);
  const later = () => move(laterWindow);

  function onScroll() {
    const element = frame.current;
    // The scroll position belongs to another window until the new one is rendered.
    if (!element || rendered.current !== latest.current.shown) return;
    // Content that changed scrolls the list too; only the reader's own scrolling leaves the end.
    if (isSticking.current && element.scrollHeight !== knownHeight.current) return scrollToEnd();
    measure();
    if (element.scrollTop < edgePx) earlier();
    else if (element.scrollHeight - element.scrollTop - element.clientHeight < edgePx) later();
  }

  useLayoutEffect(() => {
    rendered.current = shown;
    if (target.current !== undefined) scrollToTarget();
    else if (isSticking.current) scrollToEnd();
  });
  useEffect(() => {
    const observer = new ResizeObserver(() => {
      if (isSticking.current) scrollToEnd();
      else measure();
    });
    for (const element of [frame.current, content.current]) if (element) observer.observe(element);
    return () => observer.disconnect();
  }, [scrollToEnd, measure]);
  return { frame, content, start, end, atBottom, toBottom, toTop, toMessage, earlier, later, onScroll };
}
