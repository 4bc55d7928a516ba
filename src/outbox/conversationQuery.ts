import { queryOptions } from '@tanstack/react-query';
import { keys, reading } from '../api/queries.ts';
import { readConversation } from '../api/readConversation.ts';
import { requestTimeoutMs } from '../contract/limits.ts';
import { withTimeout } from '../timing.ts';
import { readAgain } from './pageOutbox.ts';

/**
 * Returns messages that were read, once they may be shown. The record of a message that is in a response is not queued any more: with
 * what waits read after the response, no message is shown beside its own echo, and one with the same words that is queued still
 * stays. A database that hangs hides no messages.
 */
export async function besideWaiting<M>(reading: Promise<M>): Promise<M> {
  const messages = await reading;
  await withTimeout(readAgain(), requestTimeoutMs, () => undefined);
  return messages;
}

/** A job's messages, oldest first. */
export function conversationQuery(jobId: string) {
  return queryOptions({
    queryKey: keys.conversation(jobId),
    queryFn: (query) => besideWaiting(readConversation(jobId, reading(query))),
  });
}
