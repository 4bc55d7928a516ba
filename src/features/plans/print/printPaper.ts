/**
 * Prints what stands on paper. Phones and tablets go on meanwhile, and read it anew for each printer that is chosen.
 *
 * @returns whether it is no longer needed
 */
export function printPaper(): boolean {
  window.print();
  return !matchMedia('(pointer: coarse)').matches;
}
