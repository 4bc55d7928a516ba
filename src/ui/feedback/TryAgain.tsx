import { Button } from '../Button.tsx';

type FailedQuery = { error: Error | null; refetch: () => Promise<unknown> };

/** The error of a failed query, and a button to retry. */
export function TryAgain({ query }: { query: FailedQuery }) {
  return (
    <div role="alert" className="stack" data-tight="">
      <p>{query.error?.message}</p>
      <p>
        <Button onClick={() => void query.refetch()}>Try again</Button>
      </p>
    </div>
  );
}
