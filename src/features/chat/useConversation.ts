import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { ApiError } from '../../api/client.ts';
import { getConnectivity } from '../../api/connectivity.ts';
import { conversationQuery, keys, queryClient } from '../../api/queries.ts';
import { newestMessages } from '../../contract/limits.ts';
import { useIntervalMs } from '../../live/useIntervalMs.ts';
import { withTargets } from '../../outbox/echoes.ts';
import { onWaitingChange, statusTargets } from '../../outbox/waiting.ts';
import { newestQuery, shareWithNewest } from './newestQuery.ts';

const refreshMs = 15_000;
/** So long the whole waits for its newest messages: on a bad line it may be that only a copy of the whole ever comes. */
const headStartMs = 300;

export function isGone(error: Error | null): boolean {
  return error instanceof ApiError && error.code === 'not-found';
}

/**
 * The reading of a job's conversation. What was not read yet begins with its newest messages, which are as quickly here of
 * thousands as of few; the whole follows once they are drawn.
 */
export function useConversation(jobId: string) {
  const [waits, setWaits] = useState(
    () => getConnectivity().reachable && queryClient.getQueryData(keys.conversation(jobId)) === undefined,
  );
  const intervalMs = useIntervalMs(refreshMs);
  const whole = useQuery({
    ...conversationQuery(jobId),
    enabled: !waits,
    structuralSharing: shareWithNewest(jobId),
    // What is not there, or not the reader's, will not come by asking again.
    refetchInterval: ({ state }) => (isGone(state.error) ? false : intervalMs),
    refetchOnWindowFocus: 'always',
  });
  const isUnread = whole.data === undefined;
  const newest = useQuery({ ...newestQuery(jobId), enabled: isUnread && !isGone(whole.error) });
  const { isFetched } = newest;
  useEffect(() => {
    const timer = setTimeout(setWaits, isFetched ? 0 : headStartMs, false);
    return () => clearTimeout(timer);
  }, [isFetched]);
  const targets = useSyncExternalStore(onWaitingChange, statusTargets);
  const read = whole.data ?? newest.data;
  const messages = useMemo(() => read && withTargets(read, targets), [read, targets]);
  return {
    whole,
    messages,
    isPart: messages?.[0]?.earlier === true || (isUnread && (messages?.length ?? 0) >= newestMessages),
  };
}
