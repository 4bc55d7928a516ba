import * as v from 'valibot';
import { jobsQuery, type SearchFilter, searchQuery } from '../../../api/queries.ts';
import { categories, type JobStatus, jobStatuses, openStatuses } from '../../../contract/enums.ts';
import {
  type JobListingCategory,
  type JobSort,
  type JobStats,
  jobListingCategories,
} from '../../../contract/jobs/job.ts';
import { listFilters } from '../../../contract/jobs/listFilters.ts';
import { startOfDay, startOfNextDay } from '../../../format/date.ts';
import type { View } from './views.ts';

/** The filters of a list of jobs: what its address says, and what that asks of the server. */

export const nobody = 'nobody';
/** The reader, whoever it is: a view that says so can be shared. */
export const me = 'me';
/** The filters of the job listing as they stand in the address. */
export type JobListSearch = { [K in keyof typeof listFilters]?: v.InferOutput<(typeof listFilters)[K]> };

/** The props that the filters and their parts share. */
export type FilterProps = {
  category: JobListingCategory;
  search: JobListSearch;
  /** The view that it narrows. */
  view: View;
  staff: boolean;
  onChange: (search: JobListSearch) => void;
};

/** Reads the filters from an address. What breaks a rule is undefined, because the router keeps what is left out as it was. */
export function validateJobListSearch(search: Record<string, unknown>): JobListSearch {
  const valid: Record<string, unknown> = {};
  for (const [name, rule] of Object.entries(listFilters)) {
    if (!(name in search)) continue;
    const { success, output } = v.safeParse(rule, search[name]);
    valid[name] = success && String(output) !== '' ? output : undefined;
  }
  return valid as JobListSearch;
}

/** Whether the path of an address names a tab. */
export function isJobListingCategory(name: string): name is JobListingCategory {
  return Object.hasOwn(jobListingCategories, name);
}

type Tab = { label: string; status?: JobStatus; category?: keyof typeof categories };

export function tabOf(category: JobListingCategory): Tab {
  const tab: Omit<Tab, 'label'> = jobListingCategories[category];
  const { status, category: requestType } = tab;
  return { label: status ? jobStatuses[status] : requestType ? categories[requestType] : 'All', ...tab };
}

/** Returns the count of a tab's jobs. */
export function tabCount(category: JobListingCategory, stats: JobStats): number {
  const { status, category: requestType } = tabOf(category);
  if (status) return stats.byStatus[status] ?? 0;
  if (requestType) return stats.byCategory[requestType] ?? 0;
  return stats.total;
}

/** The lists that ask for action, by the names of their counts in the stats. */
export const tileSearches = {
  highPriority: { priority: 'HIGH', status: openStatuses },
  unassigned: { assignee: nobody, status: openStatuses },
} as const satisfies Partial<Record<keyof JobStats, JobListSearch>>;

/** The open jobs of the reader, by due date. */
export const mine: JobListSearch = { assignee: me, status: openStatuses };

/**
 * Returns the request for a tab and its filters (§7). The tab's own status or request type wins.
 *
 * @param email of the reader
 */
export function searchFilterOf(
  category: JobListingCategory,
  search: JobListSearch,
  email: string,
): SearchFilter {
  const assignees: Record<string, string> = { [nobody]: '', [me]: email };
  const { assignee } = search;
  const tab = tabOf(category);
  const statuses = tab.status ? [tab.status] : search.status;
  const requestTypes = tab.category ? [tab.category] : search.category;
  return {
    ...(search.q ? { text: search.q } : {}),
    ...(statuses ? { statuses } : {}),
    ...(requestTypes ? { categories: requestTypes } : {}),
    ...(search.priority ? { jobPriority: search.priority } : {}),
    ...(search.due ? { due: search.due } : {}),
    ...(assignee ? { assignedTo: assignees[assignee] ?? assignee } : {}),
    ...(search.company ? { company: search.company } : {}),
    ...(search.reporter ? { jobReporter: search.reporter } : {}),
    // The days are those of this device's zone.
    ...(search.since ? { createdFrom: startOfDay(search.since) } : {}),
    ...(search.until ? { createdBefore: startOfNextDay(search.until) } : {}),
    ...(search.sort && search.sort !== 'newest' ? { sort: search.sort } : {}),
  };
}

/** Returns the search with another value of a filter; an empty one is left out of the address. */
export function withValue<K extends keyof JobListSearch>(
  search: JobListSearch,
  name: K,
  value: JobListSearch[K] | '',
): JobListSearch {
  const { [name]: _, ...rest } = search;
  const isEmpty = !value || value.length === 0;
  return (isEmpty ? rest : { ...rest, [name]: value }) as JobListSearch;
}

/**
 * Returns the order of a list when none is chosen: staff see what is due next among what is in progress, overdue, due soon or their own.
 * The server answers with the newest first while due dates are off, so that nothing has to be known of that before.
 */
export function defaultSort(
  category: JobListingCategory,
  { due, assignee }: JobListSearch,
  staff: boolean,
): JobSort {
  return staff && (category === 'in-progress' || due || assignee === me) ? 'due' : 'newest';
}

/** Returns the search with the order that applies. */
export function inOrder(category: JobListingCategory, search: JobListSearch, staff: boolean): JobListSearch {
  return { ...search, sort: search.sort ?? defaultSort(category, search, staff) };
}

/** Returns the search without its filters, in its order. */
export function withoutFilters({ sort }: JobListSearch): JobListSearch {
  return withValue({}, 'sort', sort ?? '');
}

/** Returns the search in another order; the default one is left out of the address. */
export function withSort(
  search: JobListSearch,
  sort: JobSort | undefined,
  byDefault: JobSort = 'newest',
): JobListSearch {
  return withValue(search, 'sort', sort === byDefault ? undefined : sort);
}

/**
 * Returns what stands in the address once a list was changed. Where its order is not what changed, one that was chosen stays, and else the
 * default one of the new filters applies.
 *
 * @param chosen what stands there now
 * @param to the new filters, in the order that applied or another one
 */
export function changedSearch(
  category: JobListingCategory,
  chosen: JobListSearch,
  to: JobListSearch,
  staff: boolean,
): JobListSearch {
  const isSameOrder = to.sort === inOrder(category, chosen, staff).sort;
  if (isSameOrder) return withValue(to, 'sort', chosen.sort ?? '');
  return withSort(to, to.sort, defaultSort(category, to, staff));
}

/** Returns the filters that apply on a tab: without those that the tab overrules, and without an open chat's parameters. */
export function filtersOn(category: JobListingCategory, search: JobListSearch): JobListSearch {
  const own = Object.entries(search).filter(([name, value]) => name in listFilters && value !== undefined);
  const { status, category: requestTypes, ...rest } = Object.fromEntries(own) as JobListSearch;
  const tab = tabOf(category);
  return {
    ...rest,
    ...(status && !tab.status ? { status } : {}),
    ...(requestTypes && !tab.category ? { category: requestTypes } : {}),
  };
}

/** Counts what narrows the list on a tab. The order narrows nothing. */
export function countFilters(category: JobListingCategory, search: JobListSearch): number {
  const { sort: _, ...on } = filtersOn(category, search);
  return Object.values(on).flat().length;
}

/** Whether a view needs the search call: the plain listing call takes statuses only (§7). */
export function needsSearch(category: JobListingCategory, search: JobListSearch): boolean {
  const asked = Object.keys(searchFilterOf(category, search, ''));
  return asked.some((name) => name !== 'statuses');
}

/** Returns the query of a tab and its filters, by whichever of the two listing calls answers it. */
export function jobListQuery(email: string, category: JobListingCategory, search: JobListSearch) {
  const filter = searchFilterOf(category, search, email);
  if (needsSearch(category, search)) return searchQuery(filter, email);
  // Both answer pages of jobs. Their types differ by the keys, and a hook takes one type of key only.
  return jobsQuery(email, filter.statuses) as unknown as ReturnType<typeof searchQuery>;
}
