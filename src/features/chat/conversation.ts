import { isStaff, type UserType } from '../../contract/enums.ts';
import type { Message } from '../../contract/message.ts';

/** Who reads the conversation. */
export type Reader = { email: string; userType: UserType };

/** The list from the selected message's time onward (§7); all of it when none is selected or it is not here. */
export function keptFrom(messages: readonly Message[], selected: string | undefined): readonly Message[] {
  const start = messages.find((message) => message.communicationId === selected);
  if (!start) return messages;
  return messages.filter((message) => message.createdTimestamp >= start.createdTimestamp);
}

/** Said by the reader's own side: staff speak as one. */
export function isOwnSide(message: Pick<Message, 'fromUserType'>, reader: Reader): boolean {
  return isStaff(message.fromUserType) === isStaff(reader.userType);
}

/** Staff mark any message; a client only those addressed to them. */
export function mayMark(message: Pick<Message, 'toUserId'>, reader: Reader): boolean {
  return isStaff(reader.userType) || message.toUserId.toLowerCase() === reader.email.toLowerCase();
}

/**
 * What the other side said since the last message seen on this device; where nothing is known of that, what is still new
 * of it. The "new" divider stands above the first.
 */
export function newOnes(messages: readonly Message[], lastSeen: string | null, reader: Reader): Message[] {
  const seenAt = messages.findLastIndex((message) => message.communicationId === lastSeen);
  return messages.filter(
    (message, at) => !isOwnSide(message, reader) && (seenAt >= 0 ? at > seenAt : message.status === 'NEW'),
  );
}

/**
 * The message that the "new" divider stands above, if any; undecided while it may be among older ones that are still to come.
 *
 * @param isPart these are the newest alone
 */
export function dividerAt(
  messages: readonly Message[],
  isPart: boolean,
  lastSeen: string | null,
  reader: Reader,
): Message | undefined | 'undecided' {
  const first = newOnes(messages, lastSeen, reader)[0];
  if (!isPart || messages.some(({ communicationId }) => communicationId === lastSeen)) return first;
  const isOldest = first === messages.find((message) => !isOwnSide(message, reader));
  return !first || isOldest ? 'undecided' : first;
}

/** The words offered for files without a text: a bare photo then is one tap more. */
export function captionOffer(files: readonly { name: string; type: string }[], project: string): string {
  if (files.length === 0) return '';
  const of = project || 'the job';
  const pictures = files.every((file) => file.type.startsWith('image/') || /\.(png|jpe?g)$/i.test(file.name));
  if (pictures) return files.length === 1 ? `Photo of ${of}` : `${files.length} photos of ${of}`;
  return files.length === 1 ? `File: ${files[0]?.name}` : `${files.length} files for ${of}`;
}
