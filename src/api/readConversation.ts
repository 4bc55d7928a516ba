import { earlierThan } from '../contract/calls.ts';
import type { Message } from '../contract/messages/message.ts';
import { ApiError } from './ApiError.ts';
import { call } from './client.ts';
import type { ReadOptions } from './createClient.ts';

/**
 * Reads a job's conversation, oldest first. A very long one comes in several responses, the newest messages first. Where earlier
 * messages cannot be read, the first message stays marked `earlier`.
 *
 * @throws ApiError when the newest messages cannot be read
 */
export async function readConversation(jobId: string, how: ReadOptions): Promise<Message[]> {
  const params = { jobId };
  let messages = await call('conversation', { params, ...how });
  for (let [first, ...rest] = messages; first?.earlier; [first, ...rest] = messages) {
    const { earlier: _, ...known } = first;
    try {
      const before = await call('conversation', { params, search: earlierThan(first.sequence), ...how });
      messages = [...before, known, ...rest];
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return messages;
    }
  }
  return messages;
}
