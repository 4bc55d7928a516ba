import { claimsOf } from '../src/api/claims.ts';
import { apiBase } from '../src/api/provenance.ts';

/** A request of the app to the backend: its user, and what it is for. */
export type OwnRequest = {
  uid: string;
  /** When the bearer expires, in seconds. */
  exp: number;
  /** The path below the base. */
  path: string;
};

/** Reads a request to the backend; null for every other request. */
export function ownRequest(request: Request): OwnRequest | null {
  const url = new URL(request.url);
  const isCall = url.origin === self.location.origin && url.pathname.startsWith(`${apiBase}/`);
  if (!isCall || url.search !== '') return null;
  const claims = claimsOf(request.headers.get('authorization') ?? '');
  if (typeof claims?.exp !== 'number') return null;
  return { uid: claims.sub, exp: claims.exp, path: url.pathname.slice(apiBase.length) };
}
