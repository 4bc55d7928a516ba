import type { ParsedLocation } from '@tanstack/react-router';
import { queryClient } from '../api/queries.ts';
import { jobListReading } from '../features/jobs/jobListReading.ts';
import { isJobListingCategory, validateJobListSearch } from '../features/jobs/jobListSearch.ts';
import { JobsPage, Shell } from './pages.ts';

/** `/` leads to the list too. */
const listPath = /^\/(?:jobs\/listing(?:\/([^/]+))?\/?)?$/;

/** The list that the address names is asked for at once, and the page that shows it; not only when it is drawn. */
export function readAhead(
  { pathname, search }: Pick<ParsedLocation, 'pathname' | 'search'>,
  email: string,
): void {
  const list = listPath.exec(pathname);
  const category = list && (list[1] ?? 'all');
  if (!category || !isJobListingCategory(category)) return;
  const reading = jobListReading(email, category, validateJobListSearch(search as Record<string, unknown>));
  if (reading.plain) void queryClient.prefetchInfiniteQuery(reading.plain);
  else void queryClient.prefetchInfiniteQuery(reading.searched);
  // What fails is tried again, and told, when the page is drawn.
  for (const part of [Shell, JobsPage]) part.preload?.()?.catch(() => undefined);
}
