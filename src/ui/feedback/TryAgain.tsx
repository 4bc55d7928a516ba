import { Button } from '../Button.tsx';

type FailedQuery = { error: Error | null; refetch: () => Promise<unknown> };

type Props = {
  query: FailedQuery;
  /** "messages". */
  what: string;
};

/** Says what a failed query could not load and why, with a button to retry. */
export function TryAgain({ query, what }: Props) {
  return (
    <div role="alert" className="stack" data-tight="">
      <p>
        <strong>Couldn’t load {what}.</strong> {query.error?.message}
      </p>
      <p>
        <Button onClick={() => void query.refetch()}>Try again</Button>
      </p>
    </div>
  );
}
