import { jobsQuery, searchQuery } from '../../../api/queries.ts';
import type { JobListingCategory } from '../../../contract/job.ts';
import { type JobListSearch, needsSearch, searchFilterOf } from '../filters/jobListSearch.ts';

/** The reading that a tab and its filters show, by whichever of the two listing calls answers it. */
export function jobListReading(email: string, category: JobListingCategory, search: JobListSearch) {
  const filter = searchFilterOf(category, search);
  return needsSearch(category, search)
    ? { plain: null, searched: searchQuery(filter, email) }
    : { plain: jobsQuery(email, filter.statuses), searched: null };
}
