/** How the line to the service is. */
export type Line = {
  reachable: boolean;
  /** When nobody answered last, in milliseconds. */
  missedAt: number;
  /** Something else answered in its place. */
  isForeign?: true;
};

/** What is known of a reading; times in milliseconds, 0 for never. */
type Reading = { dataUpdatedAt: number; errorUpdatedAt: number };

/**
 * The age to be told of what is on screen: of its readings the oldest that may be older than what the service has. One may
 * be when the service is out of reach, or when a try to read since has failed.
 *
 * @returns milliseconds; null while there is nothing to tell
 */
export function ageOf(readings: readonly Reading[], { reachable, missedAt }: Line): number | null {
  const old = readings.flatMap(({ dataUpdatedAt, errorUpdatedAt }) => {
    if (dataUpdatedAt === 0) return [];
    const isOld = !reachable || dataUpdatedAt < missedAt || dataUpdatedAt < errorUpdatedAt;
    return isOld ? dataUpdatedAt : [];
  });
  return old.length > 0 ? Math.min(...old) : null;
}
