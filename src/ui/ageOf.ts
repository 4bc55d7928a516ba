/** The connection to the service. */
export type Connectivity = {
  reachable: boolean;
  /** When a request last got no response, in milliseconds. */
  missedAt: number;
  /** Something else (a captive portal) responds in place of the service. */
  isForeign?: true;
};

/** The state of a query; times in milliseconds, 0 for never. */
type QueryAge = { dataUpdatedAt: number; errorUpdatedAt: number };

/**
 * Returns when the oldest possibly outdated query was read, in milliseconds; null while none is outdated. A query may be outdated
 * when the service is out of reach, or when a refetch has failed since.
 */
export function ageOf(queries: readonly QueryAge[], { reachable, missedAt }: Connectivity): number | null {
  const old = queries.flatMap(({ dataUpdatedAt, errorUpdatedAt }) => {
    if (dataUpdatedAt === 0) return [];
    const isOld = !reachable || dataUpdatedAt < missedAt || dataUpdatedAt < errorUpdatedAt;
    return isOld ? dataUpdatedAt : [];
  });
  return old.length > 0 ? Math.min(...old) : null;
}
