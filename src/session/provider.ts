import { once } from '../timing.ts';

/** Imports only what a resumed session needs, so that the bundler drops the rest; the forms import that (`authActions`). */
async function load() {
  const { followTokens, isProviderLoaded, signOutUser, onUser, readToken, reloadUser } = await import(
    './firebase.ts'
  );
  return { followTokens, isProviderLoaded, signOutUser, onUser, readToken, reloadUser };
}

/**
 * Loads the identity provider once; a call after a failure tries again. It is a quarter of all script, and the list of jobs can be
 * read without it.
 */
export const loadProvider = once(load);

/** Tells whether the provider knows who is signed in. On a connection that hangs, that takes a minute. */
export function isProviderLoaded(): boolean {
  return loadProvider.current()?.isProviderLoaded() ?? false;
}

/** A token that expires sooner could do so in transit. */
const minValidMs = 60_000;

/** @param token `exp` in seconds since 1970 */
export function isTokenValid({ exp }: { exp: number }): boolean {
  return exp * 1000 - Date.now() > minValidMs;
}
