/** A token with less left is not begun with: it could run out on the way. */
const leastLeftMs = 60_000;

/** @param token `exp` in seconds since 1970 */
export function holds({ exp }: { exp: number }): boolean {
  return exp * 1000 - Date.now() > leastLeftMs;
}
