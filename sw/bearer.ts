import { claimsOf } from '../src/api/claims.ts';
import { apiBase, isMarked, isOwnBackend } from '../src/api/provenance.ts';

/** A request of the app to the backend: whose, and for what. */
export type OwnRequest = {
  uid: string;
  /** When the bearer expires, in seconds. */
  exp: number;
  /** Below the base. */
  path: string;
};

/** Reads a request to the backend; null for every other request. */
export function ownRequest(request: Request): OwnRequest | null {
  const url = new URL(request.url);
  const base = new URL(apiBase(), self.location.href);
  const folder = base.pathname.replace(/\/$/, '');
  if (url.origin !== base.origin || url.search !== '' || !url.pathname.startsWith(`${folder}/`)) return null;
  const claims = claimsOf(request.headers.get('authorization') ?? '');
  if (typeof claims?.exp !== 'number') return null;
  return { uid: claims.sub, exp: claims.exp, path: url.pathname.slice(folder.length) };
}

/**
 * Whether a response is the backend's: provably, for our own; for another one, when it came from the requested origin, not by a
 * portal's redirect, and is readable.
 */
export function isFromBackend(request: Request, response: Response): boolean {
  if (isOwnBackend() && !isMarked(response)) return false;
  if (response.redirected || (response.type !== 'basic' && response.type !== 'cors')) return false;
  return new URL(response.url).origin === new URL(request.url).origin;
}
