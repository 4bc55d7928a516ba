import { filesOf, type Message } from '../contract/message.ts';
import type { WaitingMessage } from './waiting.ts';

/** The server's clock and ours may differ by this much. */
const clockSlackSeconds = 120;

/**
 * The delivered twin of a message whose answer was lost, if the conversation has it. A frozen file name decides alone;
 * without files it is the sender's own message with the same words, not there before, and not older than the try.
 */
export function arrivedTwin(
  waiting: Pick<WaitingMessage, 'message' | 'intent' | 'known' | 'createdTimestamp'>,
  conversation: readonly Message[],
): Message | undefined {
  const { message, intent, known, createdTimestamp } = waiting;
  const names = new Set(intent.files.map((file) => file.name));
  return conversation.find((candidate) => {
    if (known.has(candidate.communicationId)) return false;
    if (candidate.fromUserId !== message.sender.email) return false;
    if (candidate.content.trim() !== message.content.trim()) return false;
    if (candidate.createdTimestamp < createdTimestamp - clockSlackSeconds) return false;
    const files = filesOf(candidate);
    return names.size === 0 ? files.length === 0 : files.some((file) => names.has(file.fileName));
  });
}
