import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo, useSyncExternalStore } from 'react';
import { type InboxFilter, inboxQuery, mayRefetch } from '../../api/queries.ts';
import { useIntervalMs } from '../../live/useIntervalMs.ts';
import { withTargets } from '../../outbox/queries/echoes.ts';
import { onStatusTargets, statusTargets } from '../../outbox/records/waitingMarks.ts';
import { isToRead } from './isToRead.ts';

/** Polling interval of the lists on screen while no live events arrive. */
export const refreshMs = 30_000;

/**
 * Reads messages of all the user's jobs. `messages` has the statuses laid over it that wait to be sent, and is undefined until
 * the first page has arrived.
 *
 * @param count of its conversations, as counted; null: it is not read
 */
export function useInbox(email: string, filter: InboxFilter, count: number | null = 1) {
  const intervalMs = useIntervalMs(refreshMs);
  const query = useInfiniteQuery({
    ...inboxQuery(email, filter),
    enabled: ({ state }) => count !== null && isToRead(count, state.data),
    refetchInterval: (state) => mayRefetch(state) && intervalMs,
  });
  const targets = useSyncExternalStore(onStatusTargets, statusTargets);
  const { data } = query;
  const messages = useMemo(() => {
    const items = data?.pages.flatMap((page) => page.items);
    return items && withTargets(items, targets);
  }, [data, targets]);
  return { filter, query, messages, isPending: (count ?? 0) > 0 && query.isPending };
}

export type Inbox = ReturnType<typeof useInbox>;
