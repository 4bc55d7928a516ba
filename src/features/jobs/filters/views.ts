import { dueFilters } from '../../../contract/due/dueDates.ts';
import { openStatuses, wireValues } from '../../../contract/enums.ts';
import { type JobListingCategory, type JobStats, jobListingCategories } from '../../../contract/jobs/job.ts';
import type { ShownView } from '../views/shownViews.ts';
import {
  filtersOn,
  type JobListSearch,
  mine,
  tabCount,
  tabOf,
  tileSearches,
  withValue,
} from './jobListSearch.ts';

/** A list of jobs that is one press away. */
export type View = {
  name: string;
  category: JobListingCategory;
  search: JobListSearch;
  /** Its jobs; undefined until it is known, null where nobody counts them, a text where they are not all counted. */
  count: number | string | undefined | null;
  /** What staff have named so, and who shares it with the reader: “Shared by Ada Lovelace”. */
  saved?: ShownView;
  by?: string | undefined;
};

/** The counts that views show: of all that the reader sees, and of what is theirs. */
export type ViewCounts = { stats: JobStats | undefined; own: JobStats | undefined };

function tabView(category: JobListingCategory, stats: JobStats | undefined): View {
  return { name: tabOf(category).label, category, search: {}, count: stats && tabCount(category, stats) };
}

/** Returns the views of a reader in their order: what waits for somebody comes before what is done. */
export function viewsOf(
  staff: boolean,
  shown: JobListingCategory,
  { stats, own }: ViewCounts,
  saved: readonly View[] = [],
): View[] {
  const all = (name: string, search: JobListSearch, count: View['count']) =>
    ({ name, category: 'all', search, count }) as const;
  const isOpen = (category: JobListingCategory) => !['completed', 'cancelled'].includes(category);
  const tabs = (Object.keys(jobListingCategories) as JobListingCategory[])
    // A request type is a filter, unless the address names it.
    .filter((category) => category === shown || !tabOf(category).category)
    .map((category) => tabView(category, stats));
  const ownOpen = own && openStatuses.reduce((sum, status) => sum + (own.byStatus[status] ?? 0), 0);
  return [
    ...(staff ? [all('Mine', mine, ownOpen)] : []),
    ...tabs.filter(({ category }) => isOpen(category)),
    all('High priority', tileSearches.highPriority, stats?.highPriority),
    ...(staff ? [all('Unassigned', tileSearches.unassigned, stats?.unassigned)] : []),
    ...(stats?.due
      ? wireValues(dueFilters).map((due) => all(dueFilters[due], { due }, stats.due?.[due]))
      : []),
    ...saved,
    ...tabs.filter(({ category }) => !isOpen(category)),
  ];
}

/** Returns all that narrows a list: the filters of its tab and those that are chosen. */
function narrowing(category: JobListingCategory, search: JobListSearch): JobListSearch {
  const { label: _, status, category: requestType } = tabOf(category);
  return withValue(
    {
      ...filtersOn(category, search),
      ...(status && { status: [status] }),
      ...(requestType && { category: [requestType] }),
    },
    'sort',
    '',
  );
}

function keysOf(view: View): (keyof JobListSearch)[] {
  return Object.keys(narrowing(view.category, view.search)) as (keyof JobListSearch)[];
}

/** Returns the one view that a list shows: of those that all its filters allow, the narrowest. */
export function viewOf(views: readonly View[], category: JobListingCategory, search: JobListSearch): View {
  const on = narrowing(category, search);
  const textOf = (value: unknown) => JSON.stringify(Array.isArray(value) ? value.toSorted() : value);
  const weight = (view: View) => {
    const by = narrowing(view.category, view.search);
    const keys = keysOf(view);
    if (!keys.every((key) => textOf(on[key]) === textOf(by[key]))) return -1;
    return keys.length + (view.search.sort === search.sort ? 0.5 : 0);
  };
  return views.reduce((best, view) => (weight(view) > weight(best) ? view : best));
}

/** Splits what is chosen into what the view says and what narrows it further. */
export function splitBy(
  view: View,
  search: JobListSearch,
): { ofView: JobListSearch; further: JobListSearch } {
  const keys = keysOf(view);
  const part = (isIn: boolean) =>
    Object.fromEntries(
      Object.entries(search).filter(([name]) => keys.includes(name as keyof JobListSearch) === isIn),
    );
  return { ofView: part(true), further: part(false) };
}
