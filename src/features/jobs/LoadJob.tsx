import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { isNotFound } from '../../api/ApiError.ts';
import { jobQuery } from '../../api/queries.ts';
import type { JobDetails } from '../../contract/jobs/jobDetails.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { type FailedQuery, TryAgain } from '../../ui/feedback/TryAgain.tsx';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { JobPageSkeleton } from './JobPageSkeleton.tsx';

/** Renders a page about a job, and in its place a skeleton or why the job cannot be shown. */
export function LoadJob({ jobId, children }: { jobId: string; children: (job: JobDetails) => ReactNode }) {
  const query = useQuery(jobQuery(jobId));
  if (query.data) return children(query.data);
  return query.error ? <JobMissing query={query} /> : <JobPageSkeleton />;
}

/** Says why a job cannot be shown. */
export function JobMissing({ query }: { query: FailedQuery }) {
  const missing = isNotFound(query.error);
  return (
    <div className="page" data-narrow="">
      <PageHeading
        title={missing ? 'Job not found' : 'Job'}
        note={missing ? 'This job doesn’t exist, or you don’t have access to it.' : undefined}
      />
      {missing ? (
        <p className="row">
          <ButtonLink to="/jobs/listing/$category" params={{ category: 'all' }} variant="primary">
            Go to jobs
          </ButtonLink>
        </p>
      ) : (
        <TryAgain query={query} what="this job" />
      )}
    </div>
  );
}
