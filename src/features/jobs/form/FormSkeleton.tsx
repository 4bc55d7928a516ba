import { Skeleton } from '../../../ui/feedback/Skeleton.tsx';

/** Stands in for a form while its draft is read. */
export function FormSkeleton() {
  return (
    <div className="beside" aria-busy="true">
      <div className="stack">
        <Skeleton height="28rem" />
        <Skeleton height="24rem" />
      </div>
      <Skeleton height="18rem" />
    </div>
  );
}
