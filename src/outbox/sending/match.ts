import { filesOf, type Message } from '../../contract/message.ts';
import type { StaffNote } from '../../contract/note.ts';
import type { PostRecord } from '../records/record.ts';

type Sent = Pick<PostRecord, 'ownerEmail' | 'baseline'> & {
  payload: { content: string };
  files: readonly { name: string }[];
};

/** A message of a job or a note on it, as a record is compared with it. */
export type Posted = Pick<
  Message,
  'communicationId' | 'fromUserId' | 'content' | 'createdTimestamp' | 'fileAttachmentsInfo'
>;

export function postedNote({ noteId, ...note }: StaffNote): Posted {
  return { ...note, communicationId: noteId, fileAttachmentsInfo: {} };
}

/** Multipart text has other line ends, and the server trims. */
function normalized(content: string): string {
  return content.replaceAll(/\r\n?/g, '\n').trim();
}

/**
 * Finds the delivered message or note of a record whose response was lost, the oldest if several match. A frozen file name decides alone;
 * without files it is the sender's own message of the same text that was not there before the first try. Times decide nothing: the
 * clock of this device may be a day off.
 *
 * @param taken ids that are known to be other messages
 */
export function matchOf<P extends Posted>(
  record: Sent,
  conversation: readonly P[],
  taken: ReadonlySet<string> = new Set(),
): P | undefined {
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
  record: Sent & { firstAttemptAt: number | null },
  conversation: readonly Posted[],
  taken: ReadonlySet<string> = new Set(),
): Posted | undefined {
  const { firstAttemptAt } = record;
  if (record.baseline !== null || firstAttemptAt === null) return undefined;
  const since = firstAttemptAt / 1000 - fewSeconds;
  const after = conversation.filter(({ createdTimestamp }) => createdTimestamp >= since);
  return matchOf({ ...record, baseline: [] }, after, taken);
}
