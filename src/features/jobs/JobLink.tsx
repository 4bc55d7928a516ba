import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { jobQuery } from '../../api/queries.ts';
import type { Job } from '../../contract/job.ts';
import { jobName } from './jobWords.ts';

/** The link to a job's page; on intent its code and its data are fetched ahead. */
export function JobLink({ job, className }: { job: Pick<Job, 'jobId' | 'project'>; className?: string }) {
  const client = useQueryClient();
  const prefetch = () => void client.prefetchQuery(jobQuery(job.jobId));
  return (
    <Link
      to="/jobs/update/$jobId"
      params={{ jobId: job.jobId }}
      preload="intent"
      className={className ?? ''}
      onPointerEnter={prefetch}
      onFocus={prefetch}
    >
      {jobName(job)}
    </Link>
  );
}
