import { filesOf, type Message } from '../../contract/message.ts';
import type { OutboxRecord } from '../records/record.ts';

type SentMessage = Pick<Extract<OutboxRecord, { kind: 'message' }>, 'ownerEmail' | 'payload' | 'baseline'> & {
  files: readonly { name: string }[];
};

/** Multipart text travels with other line ends, and the server trims. */
function words(content: string): string {
  return content.replaceAll(/\r\n?/g, '\n').trim();
}

/**
 * The delivered twin of a message whose answer was lost, the oldest if several fit. A frozen file name decides alone;
 * without files it is the sender's own message with the same words that was not there before the first try. Times decide
 * nothing: the clock of this device may be a day off.
 *
 * @param taken ids that are known to be other messages
 */
export function twinOf(
  record: SentMessage,
  conversation: readonly Message[],
  taken: ReadonlySet<string> = new Set(),
): Message | undefined {
  const before = new Set(record.baseline);
  const names = record.files.map((file) => file.name);
  return conversation.find((message) => {
    if (taken.has(message.communicationId) || before.has(message.communicationId)) return false;
    if (message.fromUserId !== record.ownerEmail) return false;
    const files = filesOf(message);
    if (names.length > 0) {
      return files.some(({ key, fileName }) => names.some((name) => fileName === name || key.includes(name)));
    }
    if (files.length > 0 || record.baseline === null) return false;
    return words(message.content) === words(record.payload.content);
  });
}

const fewSeconds = 5;

/**
 * What looks like the twin of a message whose sender had not read the conversation: one's own, with the same words, from after the first
 * try. Good enough to show one of the two, for as long as nobody knows; never to decide whether it is sent again.
 */
export function unreadTwinOf(
  record: SentMessage & { firstAttemptAt: number | null },
  conversation: readonly Message[],
  taken: ReadonlySet<string> = new Set(),
): Message | undefined {
  const { firstAttemptAt } = record;
  if (record.baseline !== null || firstAttemptAt === null) return undefined;
  const since = firstAttemptAt / 1000 - fewSeconds;
  const after = conversation.filter(({ createdTimestamp }) => createdTimestamp >= since);
  return twinOf({ ...record, baseline: [] }, after, taken);
}
