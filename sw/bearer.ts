import { apiBase } from '../src/api/base.ts';

/** A request of ours to the backend: whose, and for what. */
export type OwnRequest = {
  uid: string;
  /** When the bearer runs out, in seconds. */
  exp: number;
  /** Below the base. */
  path: string;
};

/** Whom a bearer stands for, and how long; null where there is none that can be read. */
function claimsOf(authorization: string): { sub: string; exp: number } | null {
  try {
    const payload = (authorization.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
    const { sub, exp } = JSON.parse(atob(payload));
    return typeof sub === 'string' && sub !== '' && typeof exp === 'number' ? { sub, exp } : null;
  } catch {
    return null;
  }
}

/** What a request asks of the backend and for whom; null for everything else. */
export function ownRequest(request: Request): OwnRequest | null {
  const url = new URL(request.url);
  const base = new URL(apiBase(), self.location.href);
  const folder = base.pathname.replace(/\/$/, '');
  if (url.origin !== base.origin || url.search !== '' || !url.pathname.startsWith(`${folder}/`)) return null;
  const claims = claimsOf(request.headers.get('authorization') ?? '');
  return claims && { uid: claims.sub, exp: claims.exp, path: url.pathname.slice(folder.length) };
}

/** Whether an answer came from where it was asked for: not by way of a portal's redirection, and readable. */
export function isFromBackend(request: Request, response: Response): boolean {
  if (response.redirected || (response.type !== 'basic' && response.type !== 'cors')) return false;
  return new URL(response.url).origin === new URL(request.url).origin;
}
