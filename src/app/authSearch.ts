import { safeNext } from './nextPath.ts';

type Search = Record<string, unknown>;

/** A router reads `?oobCode=12` as a number; a code is text. */
function text(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}

/** `next`: the page that was asked for before the sign-in. */
export function validateNextSearch({ next }: Search): { next?: string } {
  const asked = safeNext(next);
  return asked ? { next: asked } : {};
}

/** `invitation`: the token of an invitation's letter. */
export function validateInvitationSearch(search: Search): { invitation?: string } {
  const invitation = text(search.invitation);
  return invitation ? { invitation } : {};
}

/** `mode` and `oobCode`, as the identity provider's letters carry them. */
export function validateCodeSearch(search: Search): { mode?: string; oobCode?: string } {
  const mode = text(search.mode);
  const oobCode = text(search.oobCode);
  return { ...(mode ? { mode } : {}), ...(oobCode ? { oobCode } : {}) };
}
