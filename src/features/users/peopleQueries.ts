import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { ApiError } from '../../api/ApiError.ts';
import { call } from '../../api/client.ts';
import type { AuditedAction } from '../../contract/people.ts';

export type ActivityFilter = { action?: AuditedAction; person?: string };

/** What was done about people, newest first, page by page (administrators). */
export function activityQuery(filter: ActivityFilter) {
  return infiniteQueryOptions({
    queryKey: ['audit', filter],
    queryFn: ({ pageParam, signal }) =>
      call('audit', {
        body: { ...filter, ...(pageParam === null ? {} : { startAfter: pageParam }) },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.startAfter ?? undefined,
  });
}

/** Who asks to be erased (administrators); nobody at a service that does not erase. */
export function erasuresAskedQuery() {
  return queryOptions({
    queryKey: ['erasuresAsked'],
    async queryFn({ signal }) {
      try {
        return await call('erasuresAsked', { signal });
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return [];
        throw error;
      }
    },
  });
}
