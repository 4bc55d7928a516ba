/** Returns the address of a sheet of a comparison of two PDFs, for a message. */
export function comparisonAddress(jobId: string, key: string, before: string, sheet: number): string {
  const path = `/plans/${encodeURIComponent(jobId)}/${encodeURIComponent(key)}`;
  // The page names the link in a chat.
  const search = `page=${Math.max(1, sheet)}&compare=${encodeURIComponent(before)}&sheet=${sheet}`;
  return new URL(`${path}?${search}`, location.origin).href;
}
