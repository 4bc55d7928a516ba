import { queryOptions, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { ApiError, call } from '../../api/client.ts';
import { getConnectivity } from '../../api/connectivity.ts';
import { keys, queryClient } from '../../api/queries.ts';
import { readOptions } from '../../api/requestDates.ts';
import { apply } from '../../cache/apply.ts';
import { newestOnly } from '../../contract/calls.ts';
import { newestMessages } from '../../contract/limits.ts';
import type { Message } from '../../contract/messages/message.ts';
import { useIntervalMs } from '../../live/useIntervalMs.ts';
import { afterRefresh, conversationQuery } from '../../outbox/queries/conversationQuery.ts';
import { withTargets } from '../../outbox/queries/echoes.ts';
import { onStatusTargets, statusTargets } from '../../outbox/records/waitingMarks.ts';
import { whenIdle } from '../../timing.ts';

const refreshMs = 15_000;
/** Delay of the whole conversation; offline, only a cached copy of the whole ever comes. */
const newestFirstMs = 300;

/** The newest of a job's messages, oldest first, shown until the whole conversation is loaded: that may be thousands. */
export function newestQuery(jobId: string) {
  return queryOptions({
    queryKey: keys.newest(jobId),
    queryFn: (query) =>
      afterRefresh(call('conversation', { params: { jobId }, search: newestOnly, ...readOptions(query) })),
    gcTime: 0,
  });
}

/** The job, or the reader's right to see it, does not exist. */
export function isGone(error: Error | null): boolean {
  return error instanceof ApiError && error.code === 'not-found';
}

/**
 * Reads a job's conversation. Unless it is cached, its newest messages are loaded first: they take as long of thousands of
 * messages as of a few.
 */
export function useConversation(jobId: string) {
  const [isNewestFirst, setNewestFirst] = useState(
    () => getConnectivity().reachable && queryClient.getQueryData(keys.conversation(jobId)) === undefined,
  );
  const intervalMs = useIntervalMs(refreshMs);
  const whole = useQuery({
    ...conversationQuery(jobId),
    enabled: !isNewestFirst,
    refetchInterval: ({ state }) => (isGone(state.error) ? false : intervalMs),
    refetchOnWindowFocus: 'always',
  });
  const isLoading = whole.data === undefined;
  const newest = useQuery({ ...newestQuery(jobId), enabled: isLoading && !isGone(whole.error) });
  const { isFetched } = newest;
  useEffect(() => {
    const timer = setTimeout(setNewestFirst, isFetched ? 0 : newestFirstMs, false);
    return () => clearTimeout(timer);
  }, [isFetched]);
  useFreshCounts(whole);
  const targets = useSyncExternalStore(onStatusTargets, statusTargets);
  const loaded = whole.data ?? newest.data;
  const messages = useMemo(() => loaded && withTargets(loaded, targets), [loaded, targets]);
  return {
    whole,
    messages,
    isPart: messages?.[0]?.earlier === true || (isLoading && (messages?.length ?? 0) >= newestMessages),
  };
}

/**
 * Refetches the lists and their counts when a read of the open conversation turns out to have other messages or statuses. What was
 * applied has refetched its counts: the conversation is read again once the page is hidden or the chat closed, for the copy on the
 * device. Until then thousands of messages would be in the way of the next key.
 */
function useFreshCounts({ data, dataUpdatedAt, refetch }: UseQueryResult<Message[]>): void {
  const known = useRef({ data, dataUpdatedAt });
  const hasMore = useRef(false);
  useEffect(() => {
    const before = known.current;
    known.current = { data, dataUpdatedAt };
    const isRead = dataUpdatedAt !== before.dataUpdatedAt;
    // A read that finds nothing new returns the same array.
    const isNews = before.data !== undefined && data !== before.data;
    hasMore.current = !isRead && (isNews || hasMore.current);
    if (isRead && isNews) apply({ kind: 'lists-outdated', when: 'soon' });
  }, [data, dataUpdatedAt]);
  useEffect(() => {
    const read = () => {
      if (hasMore.current) void refetch();
      hasMore.current = false;
    };
    const onVisibility = () => {
      if (document.visibilityState === 'hidden') read();
    };
    document.addEventListener('visibilitychange', onVisibility);
    return () => {
      document.removeEventListener('visibilitychange', onVisibility);
      whenIdle(read);
    };
  }, [refetch]);
}
