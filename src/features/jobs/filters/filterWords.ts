import { categories, jobStatuses, priorities } from '../../../contract/enums.ts';
import type { JobListingCategory } from '../../../contract/job.ts';
import { dayOfDate } from '../../../format/date.ts';
import { filtersOn, type JobListSearch, nobody } from './jobListSearch.ts';

export type ActiveFilter = {
  key: string;
  /** "Status: On hold". */
  words: string;
  /** The search without this one filter. */
  without: JobListSearch;
};

/** The search without the filter, or without one value of it. */
function without(search: JobListSearch, name: keyof JobListSearch, value?: string): JobListSearch {
  const { [name]: old, ...rest } = search;
  const left = Array.isArray(old) ? old.filter((one) => one !== value) : [];
  return left.length > 0 ? ({ ...rest, [name]: left } as JobListSearch) : (rest as JobListSearch);
}

/**
 * What narrows the list on this tab, one entry for each thing that can be taken away. The order narrows nothing.
 *
 * @param nameOf the name of a person by their e-mail
 */
export function activeFilters(
  category: JobListingCategory,
  search: JobListSearch,
  nameOf: (email: string) => string = (email) => email,
): ActiveFilter[] {
  const on = filtersOn(category, search);
  const active: ActiveFilter[] = [];
  function add(name: keyof JobListSearch, words: string, value?: string) {
    active.push({ key: value ? `${name} ${value}` : name, words, without: without(search, name, value) });
  }
  if (on.q) add('q', `“${on.q}”`);
  for (const status of on.status ?? []) add('status', `Status: ${jobStatuses[status]}`, status);
  for (const type of on.category ?? []) add('category', `Request type: ${categories[type]}`, type);
  if (on.priority) add('priority', `Priority: ${priorities[on.priority]}`);
  if (on.assignee) {
    add('assignee', `Assigned to: ${on.assignee === nobody ? 'nobody yet' : nameOf(on.assignee)}`);
  }
  if (on.reporter) add('reporter', `Reported by: ${nameOf(on.reporter)}`);
  if (on.since) add('since', `Reported from ${dayOfDate(on.since)}`);
  if (on.until) add('until', `Reported until ${dayOfDate(on.until)}`);
  return active;
}
