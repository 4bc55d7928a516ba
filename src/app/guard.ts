import type { Session } from '../session/session.ts';

export const listing = '/jobs/listing/all';

/** Pages for people who are not signed in (§2). */
const publicPaths: readonly string[] = [
  '/auth/signup',
  '/auth/signin',
  '/auth/reset-password',
  '/auth/forgot-password',
  '/auth/email-verification',
];

/** Pages that need a sign-in (§2; the last three are ours). */
const privatePaths: readonly RegExp[] = [
  /^\/auth\/(not-verified|user-info|not-approved)$/,
  /^\/jobs\/listing(\/[^/]+)?$/,
  /^\/jobs\/create$/,
  /^\/jobs\/update\/[^/]+$/,
  /^\/users\/update\/[^/]+$/,
  /^\/users\/listing\/[^/]+$/,
  /^\/users\/(invite|activity)$/,
  /^\/attachments\/[^/]+$/,
  /^\/messages$/,
  /^\/account$/,
  /^\/share$/,
];

function unlessThere(target: string, path: string): string | undefined {
  return path === target ? undefined : target;
}

/**
 * The routing guard of §2, in its order.
 *
 * @param path the path of a URL, without search and hash
 * @returns where to go instead; undefined to stay, also on an unknown path, which has a page of its own
 */
export function guard(session: Session, path: string): string | undefined {
  const at = path.replace(/(?<=.)\/+$/, '');
  const isPublic = publicPaths.includes(at);
  const isIndex = at === '/';
  if (!isPublic && !isIndex && !privatePaths.some((known) => known.test(at))) return undefined;

  switch (session.stage) {
    case 'loading':
      return undefined;
    case 'signed-out':
      return isPublic ? undefined : '/auth/signin';
    case 'unverified':
      // The letter's link has to work for the very person it is meant for.
      return at === '/auth/email-verification' ? undefined : unlessThere('/auth/not-verified', at);
    case 'no-profile':
      return unlessThere('/auth/user-info', at);
    case 'unapproved':
      return unlessThere('/auth/not-approved', at);
    case 'active':
      return isIndex || isPublic || at === '/auth/user-info' || at === '/auth/not-approved'
        ? listing
        : undefined;
  }
}
