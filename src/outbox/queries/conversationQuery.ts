import { queryOptions } from '@tanstack/react-query';
import { keys } from '../../api/queries.ts';
import { readConversation } from '../../api/readConversation.ts';
import { readOptions } from '../../api/requestDates.ts';
import { requestTimeoutMs } from '../../contract/limits.ts';
import { withTimeout } from '../../timing.ts';
import { refreshRecords } from '../pageOutbox.ts';

/**
 * Resolves with messages once the outbox was read again after them, so that no message is shown beside its own echo, and a queued one of
 * the same text stays. A database that hangs hides no messages.
 */
export async function afterRefresh<M>(query: Promise<M>): Promise<M> {
  const messages = await query;
  await withTimeout(refreshRecords(), requestTimeoutMs, () => undefined);
  return messages;
}

/** Reads a job's messages, oldest first. */
export function conversationQuery(jobId: string) {
  return queryOptions({
    queryKey: keys.conversation(jobId),
    queryFn: (query) => afterRefresh(readConversation(jobId, readOptions(query))),
  });
}
