/**
 * The page a person asked for before signing in, if it is one to go to: a path of this app, and none of the access
 * flow's. Anything that could leave the origin (`//host`, `/\host`, another scheme) is no such page.
 */
export function safeNext(next: unknown): string | undefined {
  if (typeof next !== 'string' || !/^\/(?![/\\])/.test(next) || next.length > 1000) return undefined;
  if (!URL.canParse(next, 'https://app.invalid')) return undefined;
  const { origin, pathname, search, hash } = new URL(next, 'https://app.invalid');
  if (origin !== 'https://app.invalid' || pathname === '/' || pathname.startsWith('/auth/')) return undefined;
  return pathname + search + hash;
}
