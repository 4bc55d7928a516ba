import { queryOptions } from '@tanstack/react-query';
import * as v from 'valibot';
import { comparisonVersion } from '../contract/files/comparison.ts';
import { SavedComparison } from '../contract/files/savedComparison.ts';
import { call } from './client.ts';
import { keys } from './queries.ts';
import { readOptions } from './requestDates.ts';

/** What differs between PDFs of a job and earlier ones. One that another version of the app understands is left out. */
export function comparisonsQuery(jobId: string) {
  return queryOptions({
    queryKey: keys.comparisons(jobId),
    queryFn: async (query) => {
      const stored: readonly unknown[] = await call('comparisons', {
        params: { jobId },
        ...readOptions(query),
      });
      return stored.filter(
        (one): one is SavedComparison =>
          v.is(SavedComparison, one) && one.comparison.version === comparisonVersion,
      );
    },
  });
}
