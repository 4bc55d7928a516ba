import { Skeleton } from '../../../ui/feedback/Skeleton.tsx';
import layout from './JobSummary.module.css';

/** Stands in for a form while its draft is read. */
export function FormSkeleton() {
  return (
    <div className={layout.layout} aria-busy="true">
      <div className="stack">
        <Skeleton height="28rem" />
        <Skeleton height="24rem" />
      </div>
      <Skeleton height="18rem" />
    </div>
  );
}
