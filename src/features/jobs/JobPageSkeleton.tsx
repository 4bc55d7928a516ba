import { HeadingSkeleton } from '../../ui/feedback/HeadingSkeleton.tsx';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';

/** Stands in the place of a job until it is read. */
export function JobPageSkeleton() {
  return (
    <div className="page" aria-busy="true">
      <HeadingSkeleton title="Job" notes={3} buttons={4} />
      <p className="visually-hidden" role="status">
        Loading job
      </p>
      <div className="beside">
        <div className="stack">
          <Skeleton height="18rem" />
          <Skeleton height="14rem" />
        </div>
        <Skeleton height="20rem" />
      </div>
    </div>
  );
}
