const providerUrl = /\/(identitytoolkit|securetoken)\.googleapis\.com\//;

/** Tells whether a response has the provider's form: its kind of result, a token, or its error. */
export async function isFromProvider(response: Response): Promise<boolean> {
  try {
    const body = await response.json();
    if (response.ok) return /^identitytoolkit#/.test(body.kind) || typeof body.access_token === 'string';
    return body.error.code === response.status && typeof body.error.message === 'string';
  } catch {
    return false;
  }
}

/**
 * Replaces `fetch`, for Firebase has no setting for it: rejects what answers for the identity provider but is not from it. Firebase
 * would take the "403 blocked" of a proxy for a deleted user and remove the sign-in from the device. A failed request changes nothing.
 */
export function checkProviderResponses(): void {
  const { fetch } = globalThis;
  globalThis.fetch = async (input, init) => {
    const response = await fetch(input, init);
    if (typeof input !== 'string' || !providerUrl.test(input)) return response;
    if (await isFromProvider(response.clone())) return response;
    throw new TypeError('The identity provider did not answer.');
  };
}
