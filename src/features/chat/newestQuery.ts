import { queryOptions, replaceEqualDeep } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { keys, queryClient, shareDated } from '../../api/queries.ts';
import { newestPart } from '../../contract/calls.ts';
import type { Message } from '../../contract/message.ts';
import { besideWaiting } from '../../outbox/conversationQuery.ts';

/** The newest of a job's messages, oldest first, to be shown until the conversation is here: that may be thousands of messages. */
export function newestQuery(jobId: string) {
  return queryOptions({
    queryKey: keys.newest(jobId),
    queryFn: ({ signal }) =>
      besideWaiting(call('conversation', { params: { jobId }, search: newestPart, signal })),
    // It is never more than the beginning of a reading.
    gcTime: 0,
  });
}

/** How readings of a job's conversation share what stayed the same: what is on the screen already is not drawn again. */
export function shareWithNewest(jobId: string): typeof shareDated {
  return (before, now) => {
    if (before === undefined) keepShown(now as Message[], queryClient.getQueryData(keys.newest(jobId)));
    return shareDated(before, now);
  };
}

function keepShown(whole: Message[], newest: readonly Message[] = []): void {
  const shown = new Map(newest.map((message) => [message.communicationId, message]));
  for (let at = Math.max(0, whole.length - newest.length); at < whole.length; at += 1) {
    const message = whole[at] as Message;
    whole[at] = replaceEqualDeep(shown.get(message.communicationId), message);
  }
}
