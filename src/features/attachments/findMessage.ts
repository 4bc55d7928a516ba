import { queryOptions } from '@tanstack/react-query';
import { ApiError, call } from '../../api/client.ts';
import { queryClient } from '../../api/queries.ts';
import type { Message } from '../../contract/messages/message.ts';
import { conversationQuery } from '../../outbox/queries/conversationQuery.ts';

async function inJob(jobId: string, communicationId: string): Promise<Message | undefined> {
  try {
    const messages = await queryClient.fetchQuery(conversationQuery(jobId));
    return messages.find((message) => message.communicationId === communicationId);
  } catch (error) {
    // An address may name a job that does not exist (any more); the message may still be found.
    if (error instanceof ApiError && error.code === 'not-found') return undefined;
    throw error;
  }
}

async function inAll(
  username: string,
  communicationId: string,
  signal: AbortSignal,
): Promise<Message | null> {
  let startAfter: string | null = null;
  do {
    const page: { items: Message[]; startAfter: string | null } = await call('allMessages', {
      body: { username, ...(startAfter === null ? {} : { startAfter }) },
      signal,
    });
    const found = page.items.find((message) => message.communicationId === communicationId);
    if (found) return found;
    startAfter = page.startAfter;
  } while (startAfter !== null);
  return null;
}

/**
 * Finds one message, for which §7 has no call: in the conversation of `jobId`, else in the reader's messages of all jobs, newest
 * first, page by page. Null when it does not exist or the reader may not see it.
 */
export function messageQuery(username: string, communicationId: string, jobId: string | undefined) {
  return queryOptions({
    queryKey: ['message', username, communicationId, jobId] as const,
    queryFn: async ({ signal }): Promise<Message | null> =>
      (jobId ? await inJob(jobId, communicationId) : undefined) ??
      (await inAll(username, communicationId, signal)),
    staleTime: 5 * 60_000,
  });
}
