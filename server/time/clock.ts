/** Returns the time for rows and responses, in seconds since 1970. */
export function nowSeconds({ now }: { now: () => number }): number {
  return Math.floor(now() / 1000);
}
