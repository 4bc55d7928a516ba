/**
 * Writes a whole number with commas: `1,200`. Not with `toLocaleString`, whose first call takes a phone 50 ms, before the first list is
 * drawn.
 */
export function grouped(count: number): string {
  return String(count).replaceAll(/\B(?=(\d{3})+$)/g, ',');
}
