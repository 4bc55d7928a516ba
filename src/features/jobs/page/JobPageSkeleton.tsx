import { HeadingSkeleton } from '../../../ui/feedback/HeadingSkeleton.tsx';
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx';
import layout from '../form/JobSummary.module.css';

/** A job's page while the job is on its way. */
export function JobPageSkeleton() {
  return (
    <div className="page" aria-busy="true">
      <HeadingSkeleton title="Job" />
      <p className="visually-hidden" role="status">
        Loading the job
      </p>
      <div className={layout.layout}>
        <div className="stack">
          <Skeleton height="18rem" />
          <Skeleton height="14rem" />
        </div>
        <Skeleton height="20rem" />
      </div>
    </div>
  );
}
