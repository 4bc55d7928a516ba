import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/client.ts';

/** The requests for deletion of an account (admins only). */
export function erasureRequestsQuery() {
  return queryOptions({
    queryKey: ['erasuresAsked'],
    queryFn: ({ signal }) => call('erasuresAsked', { signal }),
  });
}
