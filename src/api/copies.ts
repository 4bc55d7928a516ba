/** How a page tells a kept copy from an answer of the service, and asks for none. */

/** On a kept copy: when its answer came, in milliseconds since 1970. */
export const keptSinceHeader = 'x-kept-since';

/**
 * A request's `cache` mode that asks for no copy: the worker then waits for the network alone. Our answers are `no-store`, so
 * that it makes no other difference; a header of our own would need another origin's leave.
 */
export const fromBackend = 'reload' satisfies RequestCache;

/** When a kept copy's answer came; undefined for an answer fresh from the backend. */
export function sinceOf(response: Response): number | undefined {
  const since = response.headers.get(keptSinceHeader);
  return since === null ? undefined : Number(since);
}
