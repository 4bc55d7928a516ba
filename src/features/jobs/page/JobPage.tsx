import { useQuery } from '@tanstack/react-query';
import { jobQuery } from '../../../api/queries.ts';
import { JobMissing } from './JobMissing.tsx';
import { JobPageSkeleton } from './JobPageSkeleton.tsx';
import { JobView } from './JobView.tsx';

/** `/jobs/update/{jobId}`: one job, to read and to change. */
export function JobPage({ jobId }: { jobId: string }) {
  const { data: job, error, refetch } = useQuery(jobQuery(jobId));
  if (job) return <JobView key={jobId} job={job} />;
  return error ? <JobMissing error={error} onRetry={() => void refetch()} /> : <JobPageSkeleton />;
}
