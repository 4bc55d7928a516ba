import type { Message } from './messages/message.ts';

/** Ours: when a message was written, beside when it was sent. */

/**
 * A header of a message or a new job: how many seconds ago it was written on the device. A duration, because it is right on a device
 * whose clock is wrong; a header, because it grows with every attempt while the body must stay the same under its key.
 */
export const writtenHeader = 'written-seconds-ago';

/** An older message was written on a device whose clock was wrong; its written time is dropped. A year. */
export const maxWrittenAgoSeconds = 31_536_000;

/** A message that was sent this long after it was written shows both times. */
const sentLateSeconds = 120;

/** Returns when a message was written, in seconds, if it was sent so much later that both times show; otherwise null. */
export function lateWrittenTime({
  createdTimestamp,
  writtenTimestamp,
}: Pick<Message, 'createdTimestamp' | 'writtenTimestamp'>): number | null {
  if (writtenTimestamp === undefined) return null;
  return createdTimestamp - writtenTimestamp > sentLateSeconds ? writtenTimestamp : null;
}
