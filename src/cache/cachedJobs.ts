import type { InfiniteData } from '@tanstack/react-query';
import { keys, queryClient } from '../api/queries.ts';
import type { Job } from '../contract/job.ts';
import type { JobDetails } from '../contract/jobDetails.ts';

/** Returns a job as some list has it, for what can be done before the job itself was read. */
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

/** Returns the client company of a message's job for its caption: another backend's messages do not name it, its jobs do. */
export function companyOf({ jobId, company }: { jobId: string; company: string }): string {
  if (company !== '') return company;
  const job = queryClient.getQueryData<JobDetails>(keys.job(jobId)) ?? listedJob(jobId);
  return job?.jobReporterDetails.company ?? '';
}
