import type { InfiniteData } from '@tanstack/react-query';
import { queryClient } from '../api/queries.ts';
import type { Job } from '../contract/jobs/job.ts';

/** Returns a job out of any cached list, for use before the job itself was read. */
export function listedJob(jobId: string): Job | undefined {
  for (const name of ['jobs', 'searchJobs']) {
    for (const [, list] of queryClient.getQueriesData<InfiniteData<{ items: Job[] }>>({ queryKey: [name] })) {
      for (const { items } of list?.pages ?? []) {
        const found = items.find((job) => job.jobId === jobId);
        if (found) return found;
      }
    }
  }
  return undefined;
}
