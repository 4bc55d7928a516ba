import { Skeleton } from '../../../ui/feedback/Skeleton.tsx';
import layout from './JobSummary.module.css';

/** A form's place while its draft is looked for, which takes a moment only. */
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
