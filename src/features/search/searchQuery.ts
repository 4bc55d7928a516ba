import { infiniteQueryOptions } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { nullIfMissing } from '../../api/nullIfMissing.ts';
import type { ResponseOf } from '../../contract/calls.ts';
import type { SearchKind } from './searchSearch.ts';

export type SearchResults = ResponseOf<'search'>;

/** What a server accepts as text: neither U+0000 nor unpaired surrogates. */
function cleaned(text: string): string {
  return text.replaceAll(/\p{Cc}+/gu, ' ').toWellFormed();
}

/**
 * The results of a search: the first of every kind, or those of one kind page by page. A backend without the call is asked for jobs, which
 * every one searches.
 */
export function searchQuery(email: string, typed: string, kind: SearchKind | undefined) {
  const text = cleaned(typed);
  return infiniteQueryOptions({
    queryKey: ['search', email, text, kind ?? 'all'] as const,
    queryFn: async ({ pageParam, signal }): Promise<SearchResults> => {
      const after = pageParam === null ? {} : { startAfter: pageParam };
      const results = call('search', { body: { text, ...(kind && { kind }), ...after }, signal });
      return (
        (await nullIfMissing(results)) ?? {
          jobs: await call('searchJobs', { body: { text, ...after }, signal }),
        }
      );
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page: SearchResults) => {
      const list = kind && page[kind] ? page[kind] : page.messages ? null : page.jobs;
      return list?.startAfter ?? undefined;
    },
    gcTime: 5 * 60_000,
  });
}
