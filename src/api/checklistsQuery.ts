import { queryOptions } from '@tanstack/react-query';
import { call } from './client.ts';
import { keys } from './queries.ts';
import { readOptions } from './requestDates.ts';

/** The shots of all photo checklists, in the order of their lists. */
export function checklistsQuery() {
  return queryOptions({
    queryKey: keys.checklists(),
    queryFn: (query) => call('checklists', readOptions(query)),
  });
}
