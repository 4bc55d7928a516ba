import * as v from 'valibot';
import type { SearchFilter } from '../../../api/queries.ts';
import { categories, type JobStatus, jobStatuses, priorities, valuesOf } from '../../../contract/enums.ts';
import {
  type JobListingCategory,
  type JobSort,
  jobListingCategories,
  jobSorts,
} from '../../../contract/job.ts';

const day = v.pipe(v.string(), v.isoDate());
/** A router reads `?q=12` as a number; a search text is text. */
const words = v.pipe(
  v.union([v.string(), v.number()]),
  v.transform(String),
  v.trim(),
  v.nonEmpty(),
  v.maxLength(200),
);

const rules = {
  /** Prefix match on code, project, address, company and description. */
  q: words,
  status: v.array(v.picklist(valuesOf(jobStatuses))),
  category: v.array(v.picklist(valuesOf(categories))),
  priority: v.picklist(valuesOf(priorities)),
  /** E-mail, or `nobody`. */
  assignee: words,
  /** E-mail. */
  reporter: words,
  /** First and last day of reporting. Not "from", which the address bar keeps for the chat. */
  since: day,
  until: day,
  sort: v.picklist(valuesOf(jobSorts)),
} as const;

export const nobody = 'nobody';

/** The filters of the job listing as the address bar keeps them. */
export type JobListSearch = { [K in keyof typeof rules]?: v.InferOutput<(typeof rules)[K]> };

/** What an address bar's search says of the listing; what breaks a rule is left out. */
export function validateJobListSearch(search: Record<string, unknown>): JobListSearch {
  const valid: Record<string, unknown> = {};
  for (const [name, rule] of Object.entries(rules)) {
    const checked = v.safeParse(rule, search[name]);
    if (!checked.success) continue;
    if (Array.isArray(checked.output) && checked.output.length === 0) continue;
    valid[name] = checked.output;
  }
  return valid as JobListSearch;
}

/** The tab a URL names; anything unknown is no tab. */
export function isJobListingCategory(name: string): name is JobListingCategory {
  return Object.hasOwn(jobListingCategories, name);
}

type Tab = { label: string; status?: JobStatus; category?: keyof typeof categories };

export function tabOf(category: JobListingCategory): Tab {
  return jobListingCategories[category];
}

/** What the search call is asked for a tab and its filters: the tab's own status or request type wins. */
export function searchFilterOf(category: JobListingCategory, search: JobListSearch): SearchFilter {
  const tab = tabOf(category);
  const statuses = tab.status ? [tab.status] : search.status;
  const requestTypes = tab.category ? [tab.category] : search.category;
  return {
    ...(search.q ? { text: search.q } : {}),
    ...(statuses ? { statuses } : {}),
    ...(requestTypes ? { categories: requestTypes } : {}),
    ...(search.priority ? { jobPriority: search.priority } : {}),
    ...(search.assignee ? { assignedTo: search.assignee === nobody ? '' : search.assignee } : {}),
    ...(search.reporter ? { jobReporter: search.reporter } : {}),
    ...(search.since ? { from: search.since } : {}),
    ...(search.until ? { to: search.until } : {}),
    ...(search.sort && search.sort !== 'newest' ? { sort: search.sort } : {}),
  };
}

/** The search in another order; the usual one is not written into the address. */
export function withSort(search: JobListSearch, sort: JobSort): JobListSearch {
  const { sort: _, ...rest } = search;
  return sort === 'newest' ? rest : { ...rest, sort };
}

/**
 * The filters of a search that apply on a tab: its own status or request type is not one of them, nor is what else the address
 * has, a chat that is open.
 */
export function filtersOn(category: JobListingCategory, search: JobListSearch): JobListSearch {
  const own = Object.entries(search).filter(([name]) => name in rules);
  const { status, category: requestTypes, ...rest } = Object.fromEntries(own) as JobListSearch;
  const tab = tabOf(category);
  return {
    ...rest,
    ...(status && !tab.status ? { status } : {}),
    ...(requestTypes && !tab.category ? { category: requestTypes } : {}),
  };
}

/** How many things narrow the list on a tab. The order narrows nothing. */
export function countFilters(category: JobListingCategory, search: JobListSearch): number {
  const { sort: _, ...on } = filtersOn(category, search);
  return Object.values(on).flat().length;
}

/**
 * Which of the two listing calls answers this view (§7): the plain one takes statuses only, so everything else is a
 * search.
 */
export function needsSearch(category: JobListingCategory, search: JobListSearch): boolean {
  const asked = Object.keys(searchFilterOf(category, search));
  return asked.some((name) => name !== 'statuses');
}
