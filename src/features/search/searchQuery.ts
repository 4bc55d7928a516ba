import { infiniteQueryOptions } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import type { ResponseOf } from '../../contract/calls.ts';
import { asOneLine } from '../../contract/lines.ts';
import type { SearchKind } from './searchSearch.ts';

export type SearchResults = ResponseOf<'search'>;

/** The results of a search: the first of every kind, or those of one kind page by page. */
export function searchQuery(email: string, typed: string, kind: SearchKind | undefined) {
  const text = asOneLine(typed.replaceAll(/\p{Cc}+/gu, ' '));
  return infiniteQueryOptions({
    queryKey: ['search', email, text, kind ?? 'all'] as const,
    queryFn: ({ pageParam, signal }) => {
      const after = pageParam === null ? {} : { startAfter: pageParam };
      return call('search', { body: { text, ...(kind && { kind }), ...after }, signal });
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page: SearchResults) => (kind && page[kind]?.startAfter) ?? undefined,
    gcTime: 5 * 60_000,
  });
}
