/** Returns the path of a page of a job's PDF. @param inside names a PDF inside it */
function planPath(jobId: string, key: string, page: number, inside?: string): string {
  const path = `/plans/${encodeURIComponent(jobId)}/${encodeURIComponent(key)}?page=${page}`;
  return inside === undefined ? path : `${path}&file=${encodeURIComponent(JSON.stringify(inside))}`;
}

/** Returns the address of a page of a job's PDF, for a message. */
export function planAddress(jobId: string, key: string, page: number, inside?: string): string {
  return new URL(planPath(jobId, key, page, inside), location.origin).href;
}

const pattern = /^\/plans\/[^/]+\/[^/]+$/;

/** Returns what a link within the app is called; null for addresses that are not our own. */
export function ownLink(href: string): { path: string; text: string } | null {
  const { origin, pathname, search, hash, searchParams } = new URL(href);
  if (origin !== location.origin) return null;
  const page = searchParams.get('page') ?? '1';
  const isPlan = pattern.test(pathname) && /^\d+$/.test(page);
  return {
    path: pathname + search + hash,
    text: isPlan ? `${searchParams.has('compare') ? 'Compare' : 'Open'} page ${page}` : href,
  };
}
