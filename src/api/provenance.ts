import { answerMark } from '../contract/calls.ts';
import { tusHeader } from '../contract/uploads.ts';
import { foreignError } from './ApiError.ts';
import { cachedSinceOf } from './cachedSince.ts';

/**
 * Decides whose a response is. Proxies, gateways and the sign-in pages of networks answer in the backend's place, with any status
 * and any words. A status or a body decides about a message, a session, a profile or a page only when the response is provably
 * ours; every other response is "no connection" (`foreignError`), whatever it says. Page and worker share this rule.
 */

/** Where the server that ships with the app answers, on its own origin. */
const ownBase = '/api';

/** Where the backend answers: a path of our own origin, or another origin; without a slash at its end. */
export function apiBase(): string {
  return (import.meta.env.VITE_API_BASE || ownBase).replace(/\/$/, '');
}

/** Whether the build talks to the server it ships with, which marks every response. A backend named by `VITE_API_BASE` may not. */
export function isOwnBackend(): boolean {
  return apiBase() === ownBase;
}

/** Whether our server made the response, or the worker cached it from there. */
export function isMarked(response: Response): boolean {
  return (response.headers.has(answerMark) && !response.redirected) || cachedSinceOf(response) !== undefined;
}

/**
 * Returns a response that is ours. Of another backend it may be: that is decided by its body (`isProven`).
 *
 * @throws ApiError for what is provably not ours
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
 * Whether a response is provably the backend's, by its headers or its body. Another backend that speaks tus proves the responses of
 * its uploads by their header.
 *
 * @param body parsed, or whatever came instead
 */
export function isProven(response: Response, body: unknown): boolean {
  return isMarked(response) || response.headers.has(tusHeader) || isEnvelope(body);
}
