/** Columns and rows of equal parts that a page of six by six annotations is drawn in: several in each, or cut through. */
export const partings = [
  [1, 2],
  [3, 3],
  [8, 8],
] as const;

/** The pixels of an annotation. */
export type Counted = {
  name: string;
  /** With the page drawn as a whole. */
  whole: number;
  /** For each parting, the sum of its parts. */
  parts: number[];
};

/** Returns a line for each annotation that is not drawn, or not in its parts as on the whole page. */
export function missingAnnotations(counted: readonly Counted[], scale: number): string[] {
  return counted.flatMap(({ name, whole, parts }) => {
    if (whole < 100 * scale) return `${name}: ${whole} pixels on the whole page`;
    return partings.flatMap(([columns, rows], at) => {
      const pixels = parts[at] ?? 0;
      // The pale edges of a slanted line differ where it is cut.
      if (Math.abs(pixels - whole) <= whole * 0.1) return [];
      return `${name}: ${pixels} of ${whole} pixels in ${columns} × ${rows} parts`;
    });
  });
}
