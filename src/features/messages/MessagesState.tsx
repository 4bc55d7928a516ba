import { Button } from '../../ui/Button.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';

export function MessagesLoading() {
  return (
    <div aria-busy="true" className="stack" data-tight="">
      <Skeleton height="5.5rem" />
      <Skeleton height="5.5rem" />
    </div>
  );
}

type Failed = { error: Error | null; refetch: () => Promise<unknown> };

export function MessagesFailed({ query }: { query: Failed }) {
  return (
    <div role="alert" className="stack" data-tight="">
      <p>{query.error?.message}</p>
      <p>
        <Button onClick={() => void query.refetch()}>Try again</Button>
      </p>
    </div>
  );
}
