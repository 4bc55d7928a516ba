/** How a page requests no cached response, and recognises one. */

/** The header of a cached response with the time of its request, in milliseconds since 1970. */
export const cachedSinceHeader = 'x-kept-since';

/**
 * The `cache` mode of a request for which the worker waits for the network alone. It makes no other difference, because our responses
 * are `no-store`.
 */
export const fromBackend = 'reload' satisfies RequestCache;

/** Returns when a cached response was requested, milliseconds since 1970; undefined for one from the backend. */
export function cachedSinceOf(response: Response): number | undefined {
  const since = response.headers.get(cachedSinceHeader);
  return since === null ? undefined : Number(since);
}
