import { useInfiniteQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { searchQuery } from '../../../../api/queries.ts';
import { listedJobs } from '../../../../cache/cachedItems.ts';
import type { Address } from '../../../../contract/address/address.ts';
import { addressLine } from '../../../../contract/address/addressText.ts';
import type { Job } from '../../../../contract/jobs/job.ts';

/** More would not fit a screen. */
const mostSuggestions = 50;
const fewestLetters = 3;

/** Returns the addresses, by their lines, in which the typed text stands as it is: browsers offer no others. */
export function addressesWith(typed: string, jobs: Iterable<Pick<Job, 'address'>>): Map<string, Address> {
  const text = typed.trim().toLowerCase();
  const found = new Map<string, Address>();
  for (const { address } of jobs) {
    if (found.size === mostSuggestions) break;
    const line = addressLine(address);
    if (address.streetName && line.toLowerCase().includes(text)) found.set(line, address);
  }
  return found;
}

/**
 * Returns addresses of jobs that the user may see, by their lines: of lists that this device has, without a connection too, and of
 * those that a search finds for what is typed.
 */
export function useKnownAddresses(typed: string): ReadonlyMap<string, Address> {
  const text = useDeferredValue(typed.trim());
  useInfiniteQuery({
    ...searchQuery({ text }),
    enabled: text.length >= fewestLetters,
    staleTime: 5 * 60_000,
    // Of the lists that are persisted for a start offline, none makes room for what was typed here.
    gcTime: 0,
  });
  return addressesWith(text, listedJobs());
}
