/** How a page asks for no cached response, recognises one, and dates the data made of it. */

/** On a cached response: when its request was made, in milliseconds since 1970. Its name is as versions before this one wrote it. */
export const cachedSinceHeader = 'x-kept-since';

/**
 * A request's `cache` mode that asks for no cached response: the worker then waits for the network alone. Our responses are `no-store`,
 * so that it makes no other difference; a header of our own would need another origin's leave.
 */
export const fromBackend = 'reload' satisfies RequestCache;

/** Returns when a cached response was requested; undefined for one fresh from the backend. */
export function cachedSinceOf(response: Response): number | undefined {
  const since = response.headers.get(cachedSinceHeader);
  return since === null ? undefined : Number(since);
}

/** When data was cached, by the object itself: a screen tells its age, and nobody takes it for news. */
const times = new WeakMap<object, number>();

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** Notes that data came out of the cache. @param since milliseconds since 1970 */
export function noteCached(data: unknown, since: number): void {
  if (isObject(data)) times.set(data, since);
}

function partsOf(data: unknown): readonly unknown[] {
  return isObject(data) && 'pages' in data && Array.isArray(data.pages) ? data.pages : [data];
}

/**
 * Returns when a query's data left the backend, if any of it was cached; undefined when all of it is fresh.
 *
 * @returns milliseconds since 1970
 */
export function cachedSince(data: unknown): number | undefined {
  const found = partsOf(data).flatMap((part) => (isObject(part) ? (times.get(part) ?? []) : []));
  return found.length > 0 ? Math.min(...found) : undefined;
}

/** Gives each part of `to` the age of the part of `from` that it stands for. */
export function passCachedSince(from: unknown, to: unknown): void {
  const parts = partsOf(to);
  for (const [at, part] of partsOf(from).entries()) {
    const heir = parts[at];
    if (!isObject(part) || !isObject(heir) || part === heir) continue;
    const since = times.get(part);
    if (since === undefined) times.delete(heir);
    else times.set(heir, since);
  }
}
