import { isOwnSide, type Reader } from '../../../contract/messages/marking.ts';
import type { Message } from '../../../contract/messages/message.ts';

const maxAnnouncedLength = 300;

/** Returns the highest number of messages, above which all are new. */
export function lastSequence(messages: readonly Message[]): number {
  return messages.reduce((last, { sequence }) => Math.max(last, sequence), 0);
}

/**
 * Returns what is said of the other side's messages above a number: the newest, and how many came with it, as after a time without a
 * connection; `''` when there are none.
 */
export function arrivalNews(last: number, messages: readonly Message[], reader: Reader): string {
  const news = messages.filter((message) => message.sequence > last && !isOwnSide(message, reader));
  const newest = news.at(-1);
  if (!newest) return '';
  const count = news.length > 1 ? `${news.length} new messages. ` : '';
  const from = newest.fromUserName ? `Message from ${newest.fromUserName}: ` : 'New message: ';
  return count + from + newest.content.slice(0, maxAnnouncedLength);
}
