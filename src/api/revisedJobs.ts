import { queryOptions } from '@tanstack/react-query';
import type { JobDetails } from '../contract/jobs/jobDetails.ts';
import { jobQuery } from './queries.ts';

/** Of longer chains, the nearest ones. */
const mostRevised = 10;

/** The jobs that a job revises, the nearest first. Without a connection, those that are on the device. */
export function revisedJobsQuery({ jobId, revisionOf }: Pick<JobDetails, 'jobId' | 'revisionOf'>) {
  return queryOptions({
    queryKey: ['revisedJobs', jobId, revisionOf] as const,
    queryFn: async ({ client }): Promise<JobDetails[]> => {
      const jobs: JobDetails[] = [];
      let next = revisionOf;
      while (next !== null && jobs.length < mostRevised) {
        const job = await client.ensureQueryData(jobQuery(next)).catch((error: unknown) => {
          if (jobs.length === 0) throw error;
          return null;
        });
        if (!job || jobs.some((one) => one.jobId === job.jobId)) break;
        jobs.push(job);
        next = job.revisionOf;
      }
      return jobs;
    },
  });
}
