import { responseMark } from '../contract/calls.ts';
import { tusHeader } from '../contract/uploads.ts';
import { foreignError } from './ApiError.ts';
import { cachedSinceOf } from './cachedSince.ts';

/**
 * Decides whether a response is the backend's. Proxies, gateways and the sign-in pages of networks respond in its place, with any
 * status and any body. These decide about a message, a session, a profile or a page only when the response is provably the backend's;
 * any other response is "no connection" (`foreignError`).
 */

/** The base of the server that ships with the app. */
const ownBase = '/api';

/** Returns the base of the backend, a path or a URL, without a slash at its end. */
export function apiBase(): string {
  return (import.meta.env.VITE_API_BASE || ownBase).replace(/\/$/, '');
}

/** Whether the backend is the server that ships with the app, which marks every response. Another one (`VITE_API_BASE`) may not. */
export function isOwnBackend(): boolean {
  return apiBase() === ownBase;
}

/** Whether a response is of our server, directly or from the worker's cache. */
export function isMarked(response: Response): boolean {
  return (
    (response.headers.has(responseMark) && !response.redirected) || cachedSinceOf(response) !== undefined
  );
}

/**
 * Returns a response unless it is provably foreign. That of another backend than ours is judged by its body (`isProven`).
 *
 * @throws ApiError `foreign`
 */
export function mustBeOurs(response: Response, isOwn = isOwnBackend()): Response {
  if (!isOwn || isMarked(response)) return response;
  void response.body?.cancel();
  throw foreignError(response.status);
}

/** Whether a body is in the envelope of §7, which proves a response of another backend. */
export function isEnvelope(body: unknown): body is { body?: unknown; errorMessage?: unknown } {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return false;
  return 'body' in body || typeof (body as { errorMessage?: unknown }).errorMessage === 'string';
}

/**
 * Whether a response is provably the backend's, by its headers or its body. Responses of another backend's uploads have the header of
 * tus.
 *
 * @param body parsed, or whatever came instead
 */
export function isProven(response: Response, body: unknown): boolean {
  return isMarked(response) || response.headers.has(tusHeader) || isEnvelope(body);
}
