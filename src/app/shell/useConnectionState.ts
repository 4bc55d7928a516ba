import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import type { Connectivity } from '../../api/connectivity.ts';
import { clockTime } from '../../format/date.ts';
import { type Tally, tallyOf } from '../../outbox/records/tally.ts';
import { onWaitingChange, waitingRecords } from '../../outbox/records/waiting.ts';
import { ageOf } from '../../ui/ageOf.ts';
import { useTicking } from '../../ui/useTicking.ts';
import { useConnectivity } from './useConnectivity.ts';

/** The state of connection and outbox. */
export type ConnectionState = Tally & Pick<Connectivity, 'reachable' | 'isForeign'>;

/** Returns the current state of the connection and the outbox. */
export function useConnectionState(): ConnectionState {
  const { reachable, isForeign } = useConnectivity();
  const records = useSyncExternalStore(onWaitingChange, waitingRecords);
  return useMemo(
    () => ({ ...tallyOf(records), reachable, ...(isForeign && { isForeign }) }),
    [records, reachable, isForeign],
  );
}

/** Debounces a value: returns the last one that stayed the same for `forMs`. */
export function useDebounced<T>(value: T, forMs: number, isSame: (a: T, b: T) => boolean = Object.is): T {
  const [settled, setSettled] = useState(value);
  const [next, setNext] = useState(value);
  // An equal object does not restart the wait.
  if (!isSame(next, value)) setNext(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(next), forMs);
    return () => clearTimeout(timer);
  }, [next, forMs]);
  return settled;
}

const jobNames = ['jobs', 'searchJobs', 'job'];

/** Returns when the jobs on screen were read, as text; empty while they are current. */
export function useJobsReadAt(): string {
  const connectivity = useConnectivity();
  const cache = useQueryClient().getQueryCache();
  const at = useSyncExternalStore(
    (listener) => cache.subscribe(listener),
    () => {
      const shown = cache.findAll({
        type: 'active',
        predicate: ({ queryKey: [name] }) => jobNames.includes(String(name)),
      });
      return ageOf(
        shown.map((query) => query.state),
        connectivity,
      );
    },
  );
  return useTicking((nowSeconds) => (at === null ? '' : clockTime(at, nowSeconds * 1000)));
}
