import { responseMark } from '../contract/calls.ts';
import { foreignError } from './ApiError.ts';

/**
 * Decides whether a response is our server's, which marks each one by a header. Proxies, gateways and the sign-in pages of networks may
 * respond in its place, with any status and any body. A response without the mark says nothing about a message, a session, a profile or a
 * page: it means "no connection" (`foreignError`).
 */

/** The path of the calls, on the origin of the app. */
export const apiBase = '/api';

/** Whether a response is our server's, directly or from the worker's cache. */
export function isOurs(response: Response): boolean {
  return (
    (response.headers.has(responseMark) && !response.redirected) || cachedSinceOf(response) !== undefined
  );
}

/**
 * Returns a response of our server.
 *
 * @throws ApiError `foreign` for any other
 */
export function assertOurs(response: Response): Response {
  if (isOurs(response)) return response;
  void response.body?.cancel();
  throw foreignError(response.status);
}

/** The header of a cached response with the time of its request, in milliseconds since 1970. */
export const cachedSinceHeader = 'x-cached-since';

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
