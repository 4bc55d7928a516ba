import { queryClient } from '../api/queries.ts';

/** Refetches the job lists on screen from their first page, and the counts. */
export async function refetchFromFirstPage(): Promise<void> {
  for (const name of ['jobs', 'searchJobs']) {
    queryClient.setQueriesData<{ pages: unknown[]; pageParams: unknown[] }>(
      { queryKey: [name], type: 'active' },
      (list) => list && { pages: list.pages.slice(0, 1), pageParams: list.pageParams.slice(0, 1) },
    );
  }
  await Promise.all(
    ['jobs', 'searchJobs', 'stats', 'userStats', 'jobCounts'].map((name) =>
      queryClient.refetchQueries({ queryKey: [name], type: 'active' }),
    ),
  );
}
