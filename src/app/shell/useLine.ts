import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { clockTime } from '../../format/date.ts';
import { tallyOf } from '../../outbox/records/tally.ts';
import { onWaitingChange, waitingRecords } from '../../outbox/records/waiting.ts';
import { ageOf } from '../../ui/ageOf.ts';
import { useTicking } from '../../ui/useTicking.ts';
import type { LineState } from './LineNews.tsx';
import { useReach } from './useReach.ts';

/** Returns the current state of the connection and the outbox. */
export function useLine(): LineState {
  const { reachable, isForeign } = useReach();
  const records = useSyncExternalStore(onWaitingChange, waitingRecords);
  return useMemo(
    () => ({ ...tallyOf(records), reachable, ...(isForeign && { isForeign }) }),
    [records, reachable, isForeign],
  );
}

/** Debounces a value: returns the last one that stayed the same for `forMs`. */
export function useHeld<T>(value: T, forMs: number, isSame: (a: T, b: T) => boolean = Object.is): T {
  const [held, setHeld] = useState(value);
  const [next, setNext] = useState(value);
  // An equal object does not restart the wait.
  if (!isSame(next, value)) setNext(value);
  useEffect(() => {
    const timer = setTimeout(() => setHeld(next), forMs);
    return () => clearTimeout(timer);
  }, [next, forMs]);
  return held;
}

const jobNames = ['jobs', 'searchJobs', 'job'];

/** Returns when the jobs on screen were read, as text; empty while they are current. */
export function useJobsFrom(): string {
  const line = useReach();
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
        line,
      );
    },
  );
  return useTicking((nowSeconds) => (at === null ? '' : clockTime(at, nowSeconds * 1000)));
}
