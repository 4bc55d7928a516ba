import { filesOf, type Message } from '../../contract/message.ts';
import type { OutboxRecord } from '../records/record.ts';

type SentMessage = Pick<Extract<OutboxRecord, { kind: 'message' }>, 'ownerEmail' | 'payload' | 'baseline'> & {
  files: readonly { name: string }[];
};

/** Multipart text has other line ends, and the server trims. */
function normalized(content: string): string {
  return content.replaceAll(/\r\n?/g, '\n').trim();
}

/**
 * Finds the delivered message of a record whose response was lost, the oldest if several match. A frozen file name decides alone;
 * without files it is the sender's own message of the same text that was not there before the first try. Times decide nothing: the
 * clock of this device may be a day off.
 *
 * @param taken ids that are known to be other messages
 */
export function matchOf(
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
    return normalized(message.content) === normalized(record.payload.content);
  });
}

const fewSeconds = 5;

/**
 * Finds what is likely the delivered message of a record without a baseline: the sender's own, of the same text, from after the first
 * try. Decides only which of the two is shown, never whether the record is sent again.
 */
export function likelyMatchOf(
  record: SentMessage & { firstAttemptAt: number | null },
  conversation: readonly Message[],
  taken: ReadonlySet<string> = new Set(),
): Message | undefined {
  const { firstAttemptAt } = record;
  if (record.baseline !== null || firstAttemptAt === null) return undefined;
  const since = firstAttemptAt / 1000 - fewSeconds;
  const after = conversation.filter(({ createdTimestamp }) => createdTimestamp >= since);
  return matchOf({ ...record, baseline: [] }, after, taken);
}
