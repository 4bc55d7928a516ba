import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../api/client.ts';
import type { SearchFilter } from '../../../api/queries.ts';
import type { Job } from '../../../contract/job.ts';

/** More at once would be hundreds of requests. */
export const mostAtOnce = 100;

/** The first jobs of a filter, page after page, for preparing them. */
export function siteJobsQuery(filter: SearchFilter, email: string) {
  return queryOptions({
    queryKey: ['siteJobs', email, filter] as const,
    queryFn: async ({ signal }) => {
      const jobs: Job[] = [];
      let startAfter: string | null | undefined;
      while (jobs.length < mostAtOnce && startAfter !== null) {
        const body = startAfter === undefined ? filter : { ...filter, startAfter };
        const page = await call('searchJobs', { body, signal });
        jobs.push(...page.items);
        startAfter = page.startAfter;
      }
      return { jobs: jobs.slice(0, mostAtOnce), isCut: jobs.length > mostAtOnce || startAfter !== null };
    },
    gcTime: 0,
    staleTime: 0,
  });
}
