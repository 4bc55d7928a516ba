import type { Query, QueryCacheNotifyEvent, QueryFunctionContext } from '@tanstack/react-query';
import type { ReadOptions } from './createClient.ts';

/** The fields of a query's `fetchMeta` besides TanStack's own. */
export type Requested = {
  /** When the oldest of what is fetched was requested, milliseconds since 1970. */
  requestedAt?: number;
  /** Whether some of it is from the worker's cache. */
  isCached?: boolean;
};

function requestedOf({ state: { fetchMeta } }: Query): Requested {
  return (fetchMeta ?? {}) as Requested;
}

function noteRequest(query: Query, requested: Requested): void {
  query.setState({ fetchMeta: { ...query.state.fetchMeta, ...requested } as Query['state']['fetchMeta'] });
}

/**
 * Dates all data by its request, so that `dataUpdatedAt` is the age of a cached response's own request, or of a list's oldest page. Marks
 * data from the cache for a refetch. Runs before any other listener sees the data.
 */
export function dateByRequest(event: QueryCacheNotifyEvent): void {
  if (event.type !== 'updated') return;
  const { query, action } = event;
  if (action.type === 'fetch') {
    const { dataUpdatedAt, isInvalidated } = query.state;
    // The other pages stay as they are.
    const isNextPage = action.meta?.fetchMore !== undefined;
    noteRequest(query, {
      requestedAt: isNextPage ? dataUpdatedAt : Date.now(),
      isCached: isNextPage && isInvalidated,
    });
  } else if (action.type === 'success' && !action.manual) {
    const { requestedAt, isCached = false } = requestedOf(query);
    if (requestedAt !== undefined) query.setState({ dataUpdatedAt: requestedAt, isInvalidated: isCached });
  }
}

/** Returns the options of a query's call. Where data is shown already, it accepts no cached response, which may be older. */
export function readOptions({
  client,
  queryKey,
  signal,
  pageParam,
}: Pick<QueryFunctionContext, 'client' | 'queryKey' | 'signal'> & { pageParam?: unknown }): ReadOptions {
  const query = client.getQueryCache().find({ queryKey });
  const data = query?.state.data;
  const pages = typeof data === 'object' && data !== null && 'pageParams' in data ? data.pageParams : null;
  return {
    signal,
    fresh: Array.isArray(pages) ? pages.includes(pageParam) : data !== undefined,
    onCached(since) {
      if (!query || signal.aborted) return;
      const { requestedAt = since } = requestedOf(query);
      noteRequest(query, { requestedAt: Math.min(since, requestedAt), isCached: true });
    },
  };
}
