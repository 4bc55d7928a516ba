import type { QueryClient } from '@tanstack/react-query';
import { queryClient } from '../api/queries.ts';
import type { Job } from '../contract/jobs/job.ts';

/** Returns what the cached queries of a call have: single items, and those of lists and of their pages. */
export function cachedItems<T>(name: string, client: QueryClient = queryClient): T[] {
  return client.getQueriesData<unknown>({ queryKey: [name] }).flatMap(([, data]) => {
    if (Array.isArray(data)) return data as T[];
    if (typeof data !== 'object' || data === null) return [];
    return 'pages' in data ? (data.pages as { items: T[] }[]).flatMap(({ items }) => items) : [data as T];
  });
}

/** Returns the jobs of all cached lists. */
export function listedJobs(client?: QueryClient): Job[] {
  return ['jobs', 'searchJobs'].flatMap((name) => cachedItems<Job>(name, client));
}

/** Returns a job out of any cached list, for use before the job itself was read. */
export function listedJob(jobId: string): Job | undefined {
  return listedJobs().find((job) => job.jobId === jobId);
}
