import { Button } from '../Button.tsx';

type Failed = { error: Error | null; refetch: () => Promise<unknown> };

/** A reading that failed: why, and another try. */
export function TryAgain({ query }: { query: Failed }) {
  return (
    <div role="alert" className="stack" data-tight="">
      <p>{query.error?.message}</p>
      <p>
        <Button onClick={() => void query.refetch()}>Try again</Button>
      </p>
    </div>
  );
}
