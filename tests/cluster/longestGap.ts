/** Returns the longest time without a write from a moment until now, also where the first write came late. */
export function longestGap(writes: readonly number[], since: number, now: number): number {
  const moments = [since, ...writes.filter((time) => time > since), now];
  return Math.max(...moments.slice(1).map((time, n) => time - (moments[n] ?? since)));
}
