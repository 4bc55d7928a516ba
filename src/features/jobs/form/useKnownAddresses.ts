import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { searchQuery } from '../../../api/queries.ts';
import type { Address } from '../../../contract/address.ts';
import type { Job } from '../../../contract/job.ts';
import { addressLine } from '../../../format/address.ts';

/** More would not fit a screen. */
const mostSuggestions = 50;
const fewestLetters = 3;

type Pages = { pages: readonly { items: readonly Pick<Job, 'address'>[] }[] };

/**
 * Returns addresses of jobs that the user may see, by their lines: of lists that this device has, without a connection too, and of
 * those that a search finds for what is typed.
 */
export function useKnownAddresses(typed: string): ReadonlyMap<string, Address> {
  const client = useQueryClient();
  const text = useDeferredValue(typed.trim());
  useInfiniteQuery({
    ...searchQuery({ text }),
    enabled: text.length >= fewestLetters,
    staleTime: 5 * 60_000,
  });
  const known = new Map<string, Address>();
  const lists = [['searchJobs'], ['jobs']].flatMap((queryKey) => client.getQueriesData<Pages>({ queryKey }));
  for (const [, data] of lists) {
    for (const { address } of data?.pages.flatMap(({ items }) => items) ?? []) {
      if (address.streetName && known.size < mostSuggestions) known.set(addressLine(address), address);
    }
  }
  return known;
}
