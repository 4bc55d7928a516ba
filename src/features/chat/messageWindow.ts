import type { Message } from '../../contract/message.ts';

/**
 * The part of a conversation that is on the page: thousands of bubbles at once would make every phone slow. Kept by ids,
 * so that messages that come or go elsewhere do not move it.
 */
export type MessageWindow = {
  /** Its first message. */
  from: string | undefined;
  /** Its last message; absent while it reaches to the newest, whichever that is. */
  to?: string;
};

/** Messages a window starts with. */
export const opened = 16;
/** Messages it grows by when its edge comes near. */
export const step = 10;
/** Messages it holds at most, but for those that come in while it reaches to the newest. */
export const most = 60;

type Ids = readonly Pick<Message, 'communicationId'>[];

function windowOf(messages: Ids, start: number, end: number): MessageWindow {
  const first = Math.max(0, start);
  const last = messages[end - 1]?.communicationId;
  const from = messages[first]?.communicationId;
  return end >= messages.length || last === undefined ? { from } : { from, to: last };
}

/** The last messages. */
export function newestWindow(messages: Ids): MessageWindow {
  return windowOf(messages, messages.length - opened, messages.length);
}

/** The first messages. */
export function oldestWindow(messages: Ids): MessageWindow {
  return windowOf(messages, 0, opened);
}

/** Where the window lies: `[start, end)`. What it began with may be gone; then it is as if it had just been opened. */
export function placeOf(messages: Ids, { from, to }: MessageWindow): { start: number; end: number } {
  const found = messages.findIndex((message) => message.communicationId === from);
  const start = found < 0 ? Math.max(0, messages.length - opened) : found;
  const last = to === undefined ? -1 : messages.findLastIndex((message) => message.communicationId === to);
  return { start, end: last < start ? messages.length : last + 1 };
}

/** Moved to the newest message. What reaches there already stays as it is while it is short: no bubble leaves the page for each that comes. */
export function latestWindow(messages: Ids, window: MessageWindow): MessageWindow {
  const { start, end } = placeOf(messages, window);
  return end === messages.length && end - start <= most ? window : newestWindow(messages);
}

/** Grown towards the older messages; what then is too much is let go at the other end. */
export function earlierWindow(messages: Ids, window: MessageWindow): MessageWindow {
  const { start, end } = placeOf(messages, window);
  if (start === 0) return window;
  const first = Math.max(0, start - step);
  return windowOf(messages, first, Math.min(end, first + most));
}

/** Grown towards the newer messages; what then is too much is let go at the other end. */
export function laterWindow(messages: Ids, window: MessageWindow): MessageWindow {
  const { start, end } = placeOf(messages, window);
  if (end === messages.length) return window;
  const last = Math.min(messages.length, end + step);
  return windowOf(messages, Math.max(start, last - most), last);
}
