import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { nullIfMissing } from '../../api/nullIfMissing.ts';

/** The users who asked to be erased (administrators); none from a backend that does not erase. */
export function erasureRequestsQuery() {
  return queryOptions({
    queryKey: ['erasuresAsked'],
    queryFn: async ({ signal }) => (await nullIfMissing(call('erasuresAsked', { signal }))) ?? [],
  });
}
