import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Job, JobListingCategory } from '../../../contract/jobs/job.ts';
import { withWaitingChoices } from '../../../outbox/records/waitingJobs.ts';
import { type JobListSearch, jobListQuery } from '../filters/jobListSearch.ts';
import { useWaitingJobs } from '../waiting/useWaitingJobs.ts';

/** Joins pages into one list. A job that moved between two pages while they were read is in it once. */
export function joinPages(pages: readonly { items: readonly Job[] }[]): readonly Job[] {
  const ids = new Set<string>();
  return pages.flatMap(({ items }) => items.filter(({ jobId }) => !ids.has(jobId) && ids.add(jobId)));
}

/**
 * Reads the jobs of a tab and its filters, page by page, with what waits to be sent laid over them. Until they arrive, `jobs` are those
 * of the filters before, or undefined.
 */
export function useJobList(email: string, category: JobListingCategory, search: JobListSearch) {
  const query = useInfiniteQuery({
    ...jobListQuery(email, category, search),
    placeholderData: keepPreviousData,
  });
  const { data } = query;
  const waiting = useWaitingJobs();
  const read = useMemo(() => data && joinPages(data.pages), [data]);
  const jobs = useMemo(() => read && withWaitingChoices(read, waiting), [read, waiting]);
  return { query, jobs };
}
