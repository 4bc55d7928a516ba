import { claimsOf } from '../src/api/claims.ts';
import { apiBase, isMarked, isOwnBackend } from '../src/api/provenance.ts';

/** A request of ours to the backend: whose, and for what. */
export type OwnRequest = {
  uid: string;
  /** When the bearer runs out, in seconds. */
  exp: number;
  /** Below the base. */
  path: string;
};

/** What a request asks of the backend and for whom; null for everything else. */
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
 * Whether an answer is the backend's: provably, of our own; of another one it came from where it was asked for, not by way of a
 * portal's redirection, and is readable.
 */
export function isFromBackend(request: Request, response: Response): boolean {
  if (isOwnBackend() && !isMarked(response)) return false;
  if (response.redirected || (response.type !== 'basic' && response.type !== 'cors')) return false;
  return new URL(response.url).origin === new URL(request.url).origin;
}
