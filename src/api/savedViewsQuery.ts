import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import * as v from 'valibot';
import { SavedView } from '../contract/savedViews.ts';
import { checked } from './checked.ts';
import { call } from './client.ts';
import { keys, type SearchFilter } from './queries.ts';
import { readOptions } from './requestDates.ts';

const SavedViews = v.array(SavedView);

/** The named views of the user, and those that are shared with the staff. */
export function savedViewsQuery() {
  return queryOptions({
    queryKey: keys.savedViews(),
    queryFn: async (query) => checked(SavedViews, await call('savedViews', readOptions(query))),
  });
}

/** How many jobs each list has, by its request as JSON. Those of earlier lists stay until they are counted again. */
export function jobCountsQuery(email: string, lists: readonly SearchFilter[]) {
  return queryOptions({
    queryKey: ['jobCounts', email, lists],
    placeholderData: keepPreviousData,
    queryFn: async (query) => {
      const counts = await call('jobCounts', { body: { lists: [...lists] }, ...readOptions(query) });
      return Object.fromEntries(lists.map((list, n) => [JSON.stringify(list), counts[n]]));
    },
  });
}
