import { queryOptions } from '@tanstack/react-query';
import * as v from 'valibot';
import { TrustedIssuer } from '../contract/issuers.ts';
import { call } from './client.ts';
import { readOptions } from './requestDates.ts';

/** The certificates that the firm trusts, for the signatures in PDF files. */
export function issuersQuery() {
  return queryOptions({
    queryKey: ['trustedIssuers'],
    queryFn: async (query) => {
      const listed: readonly unknown[] = await call('trustedIssuers', readOptions(query));
      return listed.filter((one): one is TrustedIssuer => v.is(TrustedIssuer, one));
    },
  });
}
