import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { jobsQuery, searchQuery } from '../../../api/queries.ts';
import type { JobListingCategory } from '../../../contract/job.ts';
import { type JobListSearch, needsSearch, searchFilterOf } from '../filters/jobListSearch.ts';
import { jobListReading } from './jobListReading.ts';
import { pagesJoiner } from './pagesJoiner.ts';

/** The key of the reading that a tab and its filters show. */
export function jobListKey(email: string, category: JobListingCategory, search: JobListSearch) {
  const { plain, searched } = jobListReading(email, category, search);
  return plain ? plain.queryKey : searched.queryKey;
}

/** The jobs of a tab and its filters, page by page, by whichever of the two listing calls answers them. */
export function useJobList(email: string, category: JobListingCategory, search: JobListSearch) {
  const searching = needsSearch(category, search);
  const filter = searchFilterOf(category, search);
  const plain = useInfiniteQuery({
    ...jobsQuery(email, filter.statuses),
    enabled: !searching,
    placeholderData: keepPreviousData,
  });
  const searched = useInfiniteQuery({
    ...searchQuery(filter, email),
    enabled: searching,
    placeholderData: keepPreviousData,
  });
  const { data, error, isPlaceholderData, isFetchingNextPage, isFetchNextPageError, hasNextPage, ...query } =
    searching ? searched : plain;
  const [joined] = useState(pagesJoiner);
  const jobs = useMemo(() => joined(data?.pages ?? []), [data, joined]);
  return {
    /** Undefined while the first page is on its way. */
    jobs: data ? jobs : undefined,
    error,
    /** The rows are those of the view before, until this one's arrive. */
    isOld: isPlaceholderData,
    isLoadingMore: isFetchingNextPage,
    isMoreFailed: isFetchNextPageError,
    hasMore: hasNextPage,
    loadMore: () => void query.fetchNextPage(),
    retry: () => void query.refetch(),
  };
}

export type JobList = ReturnType<typeof useJobList>;
