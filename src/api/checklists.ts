import { queryOptions } from '@tanstack/react-query';
import { call } from './client.ts';
import { nullIfMissing } from './nullIfMissing.ts';
import { keys, readOptions } from './queries.ts';

/** The shots of all photo checklists, in the order of their lists; null from a backend without checklists. */
export function checklistsQuery() {
  return queryOptions({
    queryKey: keys.checklists(),
    queryFn: (query) => nullIfMissing(call('checklists', readOptions(query))),
  });
}
