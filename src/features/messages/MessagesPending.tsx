import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { TryAgain } from '../../ui/feedback/TryAgain.tsx';
import type { Inbox } from './useInbox.ts';

/** Stands in for messages that have not arrived: a skeleton, or why they could not be read. */
export function MessagesPending({ query }: Pick<Inbox, 'query'>) {
  if (query.isError) return <TryAgain query={query} what="messages" />;
  return (
    <div aria-busy="true" className="stack" data-tight="">
      <Skeleton height="6rem" />
      <Skeleton height="6rem" />
      <Skeleton height="6rem" />
      <Skeleton height="6rem" />
    </div>
  );
}
