import { Skeleton } from '../../ui/feedback/Skeleton.tsx';

export function MessagesLoading() {
  return (
    <div aria-busy="true" className="stack" data-tight="">
      <Skeleton height="5.5rem" />
      <Skeleton height="5.5rem" />
    </div>
  );
}
