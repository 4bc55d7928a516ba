import { once } from '../timing.ts';

/** What of the identity provider is of use to a session that goes on; forms have the rest of it (`entering`). */
async function load() {
  const { followTokens, isProviderLoaded, leave, onPerson, readToken, reloadPerson } = await import(
    './firebase.ts'
  );
  return { followTokens, isProviderLoaded, leave, onPerson, readToken, reloadPerson };
}

/**
 * The identity provider, loaded when it is first needed: a quarter of all script, and a list of jobs can be read without it.
 * What failed to load is tried anew with the next call.
 */
export const loadProvider = once(load);

/** Whether the provider has said who is signed in. On a line that hangs, that takes it a minute. */
export function isProviderLoaded(): boolean {
  return loadProvider.current()?.isProviderLoaded() ?? false;
}
