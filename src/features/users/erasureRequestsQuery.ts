import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { nullIfMissing } from '../../api/nullIfMissing.ts';

/** The requests for deletion of an account (admins only); none from a backend that does not delete users. */
export function erasureRequestsQuery() {
  return queryOptions({
    queryKey: ['erasuresAsked'],
    queryFn: async ({ signal }) => (await nullIfMissing(call('erasuresAsked', { signal }))) ?? [],
  });
}
