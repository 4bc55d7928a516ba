import type { QueryClient } from '@tanstack/react-query';
import { cachedItems, listedJobs } from '../../cache/cachedItems.ts';
import { addressLine } from '../../contract/address/addressText.ts';
import type { Job } from '../../contract/jobs/job.ts';

/** Returns the jobs of all cached lists and pages, the latest change first. */
export function cachedJobs(client: QueryClient): Job[] {
  const byId = new Map<string, Job>();
  for (const job of [...listedJobs(client), ...cachedItems<Job>('job', client)]) {
    const other = byId.get(job.jobId);
    if (!other || other.updatedTimestamp < job.updatedTimestamp) byId.set(job.jobId, job);
  }
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
