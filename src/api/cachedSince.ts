/** How a page requests no cached response, recognises one, and dates its data. */

/** The header of a cached response with the time of its request, in milliseconds since 1970. */
export const cachedSinceHeader = 'x-kept-since';

/**
 * The `cache` mode of a request for which the worker waits for the network alone. It makes no other difference, because our responses
 * are `no-store`; a header of our own would have to be allowed by a backend of another origin.
 */
export const fromBackend = 'reload' satisfies RequestCache;

/** Returns when a cached response was requested, milliseconds since 1970; undefined for one from the backend. */
export function cachedSinceOf(response: Response): number | undefined {
  const since = response.headers.get(cachedSinceHeader);
  return since === null ? undefined : Number(since);
}

/** When cached data was requested, by the object itself. */
const times = new WeakMap<object, number>();

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** Marks data as cached. @param since milliseconds since 1970 */
export function noteCached(data: unknown, since: number): void {
  if (isObject(data)) times.set(data, since);
}

function pagesOf(data: unknown): readonly unknown[] {
  return isObject(data) && 'pages' in data && Array.isArray(data.pages) ? data.pages : [data];
}

/** Returns when the oldest cached page of a query's data was requested, milliseconds since 1970; undefined when all are fresh. */
export function cachedSince(data: unknown): number | undefined {
  const found = pagesOf(data).flatMap((page) => (isObject(page) ? (times.get(page) ?? []) : []));
  return found.length > 0 ? Math.min(...found) : undefined;
}

/** Copies the marks of data to the data that replaces it, page by page. */
export function passCachedSince(from: unknown, to: unknown): void {
  const newPages = pagesOf(to);
  for (const [at, oldPage] of pagesOf(from).entries()) {
    const newPage = newPages[at];
    if (!isObject(oldPage) || !isObject(newPage) || oldPage === newPage) continue;
    const since = times.get(oldPage);
    if (since === undefined) times.delete(newPage);
    else times.set(newPage, since);
  }
}
