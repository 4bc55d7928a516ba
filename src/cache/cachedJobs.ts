import type { InfiniteData } from '@tanstack/react-query';
import { keys, queryClient } from '../api/queries.ts';
import type { Job } from '../contract/job.ts';
import type { JobDetails } from '../contract/jobDetails.ts';

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

/** Returns the client company of a message's job: messages of another backend do not contain it, but jobs do. */
export function companyOf({ jobId, company }: { jobId: string; company: string }): string {
  if (company !== '') return company;
  const job = queryClient.getQueryData<JobDetails>(keys.job(jobId)) ?? listedJob(jobId);
  return job?.jobReporterDetails.company ?? '';
}
