/** Claims of a token, which only the server verifies. `exp` is in seconds. */
type Claims = { sub: string; exp: unknown };

/** Returns the claims of a token; null for an invalid one. */
export function claimsOf(idToken: string): Claims | null {
  try {
    const payload = (idToken.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
    const { sub, exp } = JSON.parse(atob(payload));
    return typeof sub === 'string' && sub !== '' ? { sub, exp } : null;
  } catch {
    return null;
  }
}
