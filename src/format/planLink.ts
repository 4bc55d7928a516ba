/** Returns the path of a page of a job's PDF. */
function planPath(jobId: string, key: string, page: number): string {
  return `/plans/${encodeURIComponent(jobId)}/${encodeURIComponent(key)}?page=${page}`;
}

/** Returns the address of a page of a job's PDF, for a message. */
export function planAddress(jobId: string, key: string, page: number): string {
  return new URL(planPath(jobId, key, page), location.origin).href;
}

const pattern = /^\/plans\/[^/]+\/[^/]+$/;

/** Returns what a link within the app is called; null for addresses that are not our own. */
export function ownLink(href: string): { path: string; text: string } | null {
  const { origin, pathname, search, hash, searchParams } = new URL(href);
  if (origin !== location.origin) return null;
  const page = searchParams.get('page') ?? '1';
  const isPlan = pattern.test(pathname) && /^\d+$/.test(page);
  return { path: pathname + search + hash, text: isPlan ? `Open page ${page}` : href };
}
