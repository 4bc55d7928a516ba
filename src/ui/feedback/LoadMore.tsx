import { useEffect, useRef } from 'react';
import { Button } from '../Button.tsx';

type Props = {
  /** An infinite query. */
  query: {
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    isFetchNextPageError: boolean;
    error: Error | null;
    fetchNextPage: () => Promise<unknown>;
  };
};

/** Fetches the next page of a list when its end comes near; its button is for the keyboard, and to retry. */
export function LoadMore({ query }: Props) {
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, error, fetchNextPage } = query;
  const end = useRef<HTMLDivElement>(null);
  const ready = hasNextPage && !isFetchingNextPage && !isFetchNextPageError;
  useEffect(() => {
    if (!ready || !end.current) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) void fetchNextPage();
      },
      { rootMargin: '400px' },
    );
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [ready, fetchNextPage]);
  if (!hasNextPage) return null;
  return (
    <div ref={end} className="row" data-paper="More follow in EV Jobs.">
      <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
        {isFetchingNextPage ? 'Loading…' : isFetchNextPageError ? 'Try again' : 'Load more'}
      </Button>
      {isFetchNextPageError && <p role="alert">Couldn’t load more. {error?.message}</p>}
    </div>
  );
}
