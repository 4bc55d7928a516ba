/**
 * Lets through of the identity provider's responses only those that are provably the provider's. Firebase takes any other for a
 * user who is gone, and removes the sign-in from the device: a proxy that answers "403 blocked" would sign people out. As a
 * failed request it leaves everything as it is.
 */

const providerUrl = /\/(identitytoolkit|securetoken)\.googleapis\.com\//;

/** Whether a response says what the provider says: its kind of result, a token, or its form of an error. */
export async function isProviders(response: Response): Promise<boolean> {
  try {
    const said = await response.json();
    if (response.ok) return /^identitytoolkit#/.test(said.kind) || typeof said.access_token === 'string';
    return said.error.code === response.status && typeof said.error.message === 'string';
  } catch {
    return false;
  }
}

/** Judges the responses from here on. Firebase has no setting for how it sends; it takes the page's `fetch` as it finds it. */
export function judgeProviderAnswers(): void {
  const { fetch } = globalThis;
  globalThis.fetch = async (input, init) => {
    const response = await fetch(input, init);
    if (typeof input !== 'string' || !providerUrl.test(input)) return response;
    if (await isProviders(response.clone())) return response;
    throw new TypeError('The identity provider did not answer.');
  };
}
