import type { InfiniteData } from '@tanstack/react-query';
import { queryClient } from '../../api/queries.ts';

/** Reads the job list on screen from its beginning, and the counts with it. */
export async function readJobsAnew(): Promise<void> {
  window.scrollTo({ top: 0 });
  for (const name of ['jobs', 'searchJobs']) {
    queryClient.setQueriesData<InfiniteData<unknown>>(
      { queryKey: [name], type: 'active' },
      (known) => known && { pages: known.pages.slice(0, 1), pageParams: known.pageParams.slice(0, 1) },
    );
  }
  await Promise.all(
    ['jobs', 'searchJobs', 'stats', 'userStats'].map((name) =>
      queryClient.refetchQueries({ queryKey: [name], type: 'active' }),
    ),
  );
}
