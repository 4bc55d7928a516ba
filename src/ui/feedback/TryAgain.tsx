import { Button } from '../Button.tsx';
import { Skeleton } from './Skeleton.tsx';

export type FailedQuery = { error: Error | null; refetch: () => Promise<unknown> };

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

type NotLoadedProps = Props & {
  /** The heights of what will be there, in CSS. */
  heights: readonly string[];
};

/** Stands in for what a query has not loaded: placeholders, or why it failed. */
export function NotLoaded({ query, what, heights }: NotLoadedProps) {
  if (query.error) return <TryAgain query={query} what={what} />;
  return (
    <div aria-busy="true" className="stack" data-tight="">
      {heights.map((height, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the placeholders never move.
        <Skeleton key={at} height={height} />
      ))}
    </div>
  );
}
