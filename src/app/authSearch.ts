/**
 * Returns the page that was requested before the sign-in, if it is a path of this app outside the access flow. Rejects anything that
 * could leave the origin (`//host`, `/\host`, another scheme).
 */
export function safeNext(next: unknown): string | undefined {
  if (typeof next !== 'string' || !/^\/(?![/\\])/.test(next) || next.length > 1000) return undefined;
  if (!URL.canParse(next, 'https://app.invalid')) return undefined;
  const { origin, pathname, search, hash } = new URL(next, 'https://app.invalid');
  // `/.//host` is a path until its dots are resolved, and names a host then.
  if (origin !== 'https://app.invalid' || pathname.startsWith('//')) return undefined;
  if (pathname === '/' || pathname.startsWith('/auth/')) return undefined;
  return pathname + search + hash;
}

/** Returns the page that a link of the identity provider's emails continues with (`continueUrl`), if it is one of this app. */
export function nextOfUrl(url: unknown, ownOrigin: string): string | undefined {
  if (typeof url !== 'string' || !URL.canParse(url)) return undefined;
  const { origin, pathname, search, hash } = new URL(url);
  return origin === ownOrigin ? safeNext(pathname + search + hash) : undefined;
}
type Search = Record<string, unknown>;

/** A router reads `?oobCode=12` as a number; a code is text. */
function text(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}

/** `next`: the page that was requested before the sign-in. */
export function validateNextSearch({ next }: Search): { next?: string } {
  const asked = safeNext(next);
  return asked ? { next: asked } : {};
}

/** `invitation`: the token of an invitation email. */
export function validateInvitationSearch(search: Search): { invitation?: string } {
  const invitation = text(search.invitation);
  return invitation ? { invitation } : {};
}

/** The search parameters of a link of the identity provider's emails; its `continueUrl` becomes `next`. */
export type EmailLinkSearch = { mode?: string; oobCode?: string; next?: string };

/** `mode`, `oobCode` and `continueUrl`, as the identity provider writes them into the links of its emails. */
export function validateEmailLinkSearch(search: Search): EmailLinkSearch {
  const mode = text(search.mode);
  const oobCode = text(search.oobCode);
  const next = safeNext(search.next) ?? nextOfUrl(search.continueUrl, globalThis.location?.origin);
  return { ...(mode ? { mode } : {}), ...(oobCode ? { oobCode } : {}), ...(next ? { next } : {}) };
}
