import { queryOptions } from '@tanstack/react-query';
import type { License } from '../contract/proof/proof.ts';
import { call } from './client.ts';
import { readOptions } from './requestDates.ts';

/** The licenses of all engineers (staff). */
export function licensesQuery() {
  return queryOptions({
    queryKey: ['licenses'],
    queryFn: async (query): Promise<License[]> => (await call('licenses', readOptions(query))).licenses,
    staleTime: 5 * 60_000,
  });
}
