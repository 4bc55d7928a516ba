import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { createContext, useContext, useSyncExternalStore } from 'react';
import { clockTime, exactTime, machineTime } from '../../format/date.ts';
import { ageOf, type Connectivity } from '../ageOf.ts';
import { useTicking } from '../useTicking.ts';

/** The connection to the service, provided by the app. */
export const ConnectivityContext = createContext<Connectivity>({ reachable: true, missedAt: 0 });

type Props = {
  /** The keys of the queries that are shown; the oldest counts. */
  of: readonly QueryKey[];
};

/** "As of 10:42 AM": the age of what is on screen, shown only while it may be outdated. */
export function AsOf({ of }: Props) {
  const line = useContext(ConnectivityContext);
  const cache = useQueryClient().getQueryCache();
  const at = useSyncExternalStore(
    (listener) => cache.subscribe(listener),
    () => {
      const states = of.flatMap((queryKey) => cache.find({ queryKey, exact: true })?.state ?? []);
      return ageOf(states, line);
    },
  );
  return at === null ? null : <Moment at={at} />;
}

function Moment({ at }: { at: number }) {
  const words = useTicking((nowSeconds) => clockTime(at, nowSeconds * 1000));
  return (
    <time dateTime={machineTime(at / 1000)} title={exactTime(at / 1000)}>
      As of {words}
    </time>
  );
}
