import { useQuery } from '@tanstack/react-query';
import { revisedJobsQuery } from '../../../api/revisedJobs.ts';
import type { JobDetails } from '../../../contract/jobs/jobDetails.ts';

/** Returns a job and those that it revises, the nearest first, as far as they can be read. */
export function useChain(job: JobDetails) {
  const query = useQuery({ ...revisedJobsQuery(job), enabled: job.revisionOf !== null });
  return { jobs: [job, ...(query.data ?? [])], isLoading: query.isLoading, error: query.error, query };
}
