import { maxAddressedAtOnce } from '../../../contract/limits.ts';
import { isOwnSide, mayMark, type Reader } from '../../../contract/messages/marking.ts';
import type { Message } from '../../../contract/messages/message.ts';

/** The messages from the selected one's time on (§7); all of them when none is selected or it is not loaded. */
export function fromSelected(messages: readonly Message[], selected: string | undefined): readonly Message[] {
  const start = messages.find((message) => message.communicationId === selected);
  if (!start) return messages;
  return messages.filter((message) => message.createdTimestamp >= start.createdTimestamp);
}

/** Returns the open messages of the other side that the reader may mark, at most as many as one message marks. */
export function openMessages(messages: readonly Message[], reader: Reader): readonly Message[] {
  return messages
    .filter((message) => message.status === 'NEW' && !isOwnSide(message, reader) && mayMark(message, reader))
    .slice(-maxAddressedAtOnce);
}

/**
 * The other side's messages since the last one seen on this device; when that is unknown, those with status NEW. The "New"
 * divider stands above the first.
 */
export function newMessages(
  messages: readonly Message[],
  lastSeen: string | null,
  reader: Reader,
): Message[] {
  const seenAt = messages.findLastIndex((message) => message.communicationId === lastSeen);
  return messages.filter(
    (message, at) => !isOwnSide(message, reader) && (seenAt >= 0 ? at > seenAt : message.status === 'NEW'),
  );
}

/**
 * The message that the "New" divider stands above, if any; undecided while it may be among older messages that are not loaded.
 *
 * @param isPart only the newest messages are loaded
 */
export function dividerAt(
  messages: readonly Message[],
  isPart: boolean,
  lastSeen: string | null,
  reader: Reader,
): Message | undefined | 'undecided' {
  const first = newMessages(messages, lastSeen, reader)[0];
  if (!isPart || messages.some(({ communicationId }) => communicationId === lastSeen)) return first;
  const isOldest = first === messages.find((message) => !isOwnSide(message, reader));
  return !first || isOldest ? 'undecided' : first;
}

/** The text suggested for files without one. */
export function suggestedText(files: readonly { name: string; type: string }[], project: string): string {
  if (files.length === 0) return '';
  const of = project || 'the site';
  const pictures = files.every((file) => file.type.startsWith('image/') || /\.(png|jpe?g)$/i.test(file.name));
  if (pictures) return files.length === 1 ? `Photo of ${of}` : `${files.length} photos of ${of}`;
  return files.length === 1 ? `File: ${files[0]?.name}` : `${files.length} files for ${of}`;
}
