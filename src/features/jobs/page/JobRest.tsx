import { lazy, Suspense } from 'react';
import { hasSetBefore } from '../../../contract/jobs/comparable.ts';
import type { JobDetails } from '../../../contract/jobs/jobDetails.ts';
import { JobPhotos } from '../photos/JobPhotos.tsx';

const ComparedPlans = lazy(() =>
  import('../compared/ComparedPlans.tsx').then((module) => ({ default: module.ComparedPlans })),
);

/** What stands below the rest of a job: what changed since the sets before, where there are any, and photos. */
export function JobRest({ job }: { job: JobDetails }) {
  return (
    <>
      {hasSetBefore(job) && (
        <Suspense>
          <ComparedPlans job={job} />
        </Suspense>
      )}
      <JobPhotos job={job} />
    </>
  );
}
