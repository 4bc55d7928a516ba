import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import { addressLine } from '../../contract/address/addressText.ts';
import type { Job } from '../../contract/jobs/job.ts';

type Pages = InfiniteData<{ items: Job[] }>;

/** Returns the jobs of all cached lists and pages, the latest change first. */
export function cachedJobs(client: QueryClient): Job[] {
  const byId = new Map<string, Job>();
  const add = (job: Job) => {
    const other = byId.get(job.jobId);
    if (!other || other.updatedTimestamp < job.updatedTimestamp) byId.set(job.jobId, job);
  };
  for (const name of ['jobs', 'searchJobs']) {
    for (const [, data] of client.getQueriesData<Pages>({ queryKey: [name] })) {
      data?.pages.flatMap(({ items }) => items).forEach(add);
    }
  }
  for (const [, job] of client.getQueriesData<Job>({ queryKey: ['job'] })) if (job) add(job);
  return [...byId.values()].sort((a, b) => lastChanged(b) - lastChanged(a));
}

function lastChanged({ updatedTimestamp, createdTimestamp }: Job): number {
  return updatedTimestamp || createdTimestamp;
}

/** Returns the jobs with every word of a text in their code, project, address or company. */
export function matching(jobs: readonly Job[], text: string): Job[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return jobs.filter(({ jobCode, project, address, jobReporterDetails }) => {
    const searched = [jobCode, project, addressLine(address), jobReporterDetails.company]
      .join(' ')
      .toLowerCase();
    return words.every((word) => searched.includes(word));
  });
}
