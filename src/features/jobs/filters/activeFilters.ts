import { dueFilters } from '../../../contract/due/dueDates.ts';
import { categories, jobStatuses, priorities } from '../../../contract/enums.ts';
import type { JobListingCategory } from '../../../contract/jobs/job.ts';
import { maxSearchLength } from '../../../contract/limits.ts';
import { dayOfDate } from '../../../format/date.ts';
import { filtersOn, type JobListSearch, me, nobody, withValue } from './jobListSearch.ts';

const goneMark = 'gone:';

/** Returns the assignee that no job has, for filters of a named view that no longer exist. @param what names them */
export function goneAssignee(what: string): string {
  return `${goneMark}${what}`.slice(0, maxSearchLength);
}

/** Returns what a list says and no longer exists; undefined where all of it does. */
export function goneIn({ assignee = '' }: JobListSearch): string | undefined {
  return assignee.startsWith(goneMark) ? assignee.slice(goneMark.length) : undefined;
}

/** Returns the search without a filter, or without one value of it. */
function without<K extends keyof JobListSearch>(
  search: JobListSearch,
  name: K,
  value?: string,
): JobListSearch {
  const old = search[name];
  const left = Array.isArray(old) ? old.filter((one) => one !== value) : [];
  return withValue(search, name, left as JobListSearch[K]);
}

/**
 * Returns what narrows the list on a tab: each thing in words ("Status: On hold"), and the search without it.
 *
 * @param nameOf returns a user's name by their email
 */
export function activeFilters(
  category: JobListingCategory,
  search: JobListSearch,
  nameOf: (email: string) => string = (email) => email,
) {
  const on = filtersOn(category, search);
  const active: { key: string; words: string; without: JobListSearch }[] = [];
  function add(name: keyof JobListSearch, words: string, value?: string) {
    active.push({ key: value ? `${name} ${value}` : name, words, without: without(search, name, value) });
  }
  if (on.q) add('q', `“${on.q}”`);
  for (const status of on.status ?? []) add('status', `Status: ${jobStatuses[status]}`, status);
  for (const type of on.category ?? []) add('category', `Request type: ${categories[type]}`, type);
  if (on.priority) add('priority', `Priority: ${priorities[on.priority]}`);
  if (on.due) add('due', dueFilters[on.due]);
  if (goneIn(on)) add('assignee', `No longer exists: ${goneIn(on)}`);
  else if (on.assignee) {
    const names: Record<string, string> = { [nobody]: 'Unassigned', [me]: 'Me' };
    add('assignee', `Assignee: ${names[on.assignee] ?? nameOf(on.assignee)}`);
  }
  if (on.company) add('company', `Company: ${on.company}`);
  if (on.reporter) add('reporter', `Client: ${nameOf(on.reporter)}`);
  if (on.since) add('since', `Submitted on or after ${dayOfDate(on.since)}`);
  if (on.until) add('until', `Submitted on or before ${dayOfDate(on.until)}`);
  return active;
}
