import type { Message } from '../../../contract/messages/message.ts';

/**
 * The part of a conversation that is rendered, because thousands of bubbles make every phone slow. Its ends are ids, not positions, so
 * that messages added or removed outside do not move it.
 */
export type MessageWindow = {
  /** Its first message. */
  from: string | undefined;
  /** Its last message; absent while it reaches to the newest. */
  to?: string;
};

/** Messages of a new window. */
export const initialCount = 16;
/** Messages that are added when the reader scrolls near its edge. */
export const stepCount = 10;
/** Limit of a window; those that arrive while it reaches to the newest are not counted. */
export const maxCount = 60;

type Ids = readonly Pick<Message, 'communicationId'>[];

function windowOf(messages: Ids, start: number, end: number): MessageWindow {
  const first = Math.max(0, start);
  const last = messages[end - 1]?.communicationId;
  const from = messages[first]?.communicationId;
  return end >= messages.length || last === undefined ? { from } : { from, to: last };
}

export function newestWindow(messages: Ids): MessageWindow {
  return windowOf(messages, messages.length - initialCount, messages.length);
}

export function oldestWindow(messages: Ids): MessageWindow {
  return windowOf(messages, 0, initialCount);
}

/** Returns a new window with the message at this index in its middle. */
export function windowAround(messages: Ids, index: number): MessageWindow {
  const start = index - Math.floor(initialCount / 2);
  return windowOf(messages, start, start + initialCount);
}

/** Returns the window's indexes, `[start, end)`. When its first message was removed, it is as if it had just been opened. */
export function rangeOf(messages: Ids, { from, to }: MessageWindow): { start: number; end: number } {
  const found = messages.findIndex((message) => message.communicationId === from);
  const start = found < 0 ? Math.max(0, messages.length - initialCount) : found;
  const last = to === undefined ? -1 : messages.findLastIndex((message) => message.communicationId === to);
  return { start, end: last < start ? messages.length : last + 1 };
}

/** Moves to the newest message. A short window that is there already stays, so that a new message removes no bubble. */
export function latestWindow(messages: Ids, window: MessageWindow): MessageWindow {
  const { start, end } = rangeOf(messages, window);
  return end === messages.length && end - start <= maxCount ? window : newestWindow(messages);
}

/** Grows towards the older messages, and drops what exceeds the limit at the other end. */
export function earlierWindow(messages: Ids, window: MessageWindow): MessageWindow {
  const { start, end } = rangeOf(messages, window);
  if (start === 0) return window;
  const first = Math.max(0, start - stepCount);
  return windowOf(messages, first, Math.min(end, first + maxCount));
}

/** Grows towards the newer messages, and drops what exceeds the limit at the other end. */
export function laterWindow(messages: Ids, window: MessageWindow): MessageWindow {
  const { start, end } = rangeOf(messages, window);
  if (end === messages.length) return window;
  const last = Math.min(messages.length, end + stepCount);
  return windowOf(messages, Math.max(start, last - maxCount), last);
}
