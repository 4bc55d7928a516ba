const shortestMs = 2000;
const longestMs = 60_000;

/**
 * How long to wait before asking again whether the service is there: from 2 s, twice as long each time, at most a minute.
 *
 * @param misses in a row so far
 * @param random at least 0, below 1: pages that lost the line together do not come back together
 */
export function probeWaitMs(misses: number, random: number): number {
  const bound = Math.min(longestMs, shortestMs * 2 ** Math.min(misses, 10));
  return bound * (0.5 + random / 2);
}
