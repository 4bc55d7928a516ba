/** From one index to another, both included. */
export type Span = { startIndex: number; endIndex: number };

/**
 * The rows to draw now: those that stand and are still wanted, and at most so many more, the visible ones first. After a leap
 * none of those that stand is wanted.
 *
 * @param seen the rows within the window, a part of the wanted ones
 */
export function rowsToDraw(wanted: Span, seen: Span, standing: Span, most: number): Span {
  let startIndex = Math.max(wanted.startIndex, standing.startIndex);
  let endIndex = Math.min(wanted.endIndex, standing.endIndex);
  if (startIndex > endIndex) {
    startIndex = seen.startIndex;
    endIndex = startIndex - 1;
  }
  for (let more = most; more > 0; more -= 1) {
    const { startIndex: least, endIndex: greatest } =
      endIndex < seen.endIndex || startIndex > seen.startIndex ? seen : wanted;
    if (endIndex < greatest) endIndex += 1;
    else if (startIndex > least) startIndex -= 1;
  }
  return { startIndex, endIndex };
}
