import { queryOptions } from '@tanstack/react-query';
import * as v from 'valibot';
import { checked } from '../../api/checked.ts';
import { call } from '../../api/client.ts';
import { ErasureRequest } from '../../contract/users/erasures.ts';

const Requests = v.array(ErasureRequest);

/** The requests for deletion of an account (admins only). */
export function erasureRequestsQuery() {
  return queryOptions({
    queryKey: ['erasuresAsked'],
    queryFn: async ({ signal }) => checked(Requests, await call('erasuresAsked', { signal })),
  });
}
