import { queryOptions } from '@tanstack/react-query';
import { call } from './client.ts';
import { keys } from './queries.ts';
import { readOptions } from './requestDates.ts';

/** The certificates that the firm trusts, for the signatures in PDF files. */
export function issuersQuery() {
  return queryOptions({
    queryKey: keys.trustedIssuers(),
    queryFn: (query) => call('trustedIssuers', readOptions(query)),
  });
}
