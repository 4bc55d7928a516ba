const providerUrl = /\/(identitytoolkit|securetoken)\.googleapis\.com\//;
/** The requests of a session itself: the renewal of its token, and the look-up of its account at every start. */
const sessionUrl = /\/(token|accounts:lookup)(\?|$)/;

/**
 * The provider's reasons that end a session, and the one that its SDK is given instead: for any other than these two, it would renew
 * again and again without ever signing out.
 */
const endings = new Map([
  ['USER_DISABLED', 'USER_DISABLED'],
  ['USER_NOT_FOUND', 'TOKEN_EXPIRED'],
  ['TOKEN_EXPIRED', 'TOKEN_EXPIRED'],
  ['INVALID_ID_TOKEN', 'TOKEN_EXPIRED'],
  ['INVALID_REFRESH_TOKEN', 'TOKEN_EXPIRED'],
]);

function isResult(url: string, body: Record<string, unknown>): boolean {
  if (!sessionUrl.test(url)) return /^identitytoolkit#/.test(String(body.kind));
  const { users, access_token, refresh_token } = body;
  if (Array.isArray(users)) return typeof users[0]?.localId === 'string';
  return typeof access_token === 'string' && typeof refresh_token === 'string';
}

/** Returns the response as the SDK may see it; null for one that is not the provider's, or says nothing about the account. */
export async function responseForSdk(url: string, response: Response): Promise<Response | null> {
  try {
    const body = await response.clone().json();
    if (response.ok) return isResult(url, body) ? response : null;
    const { code, message } = body.error;
    if (code !== response.status || typeof message !== 'string') return null;
    if (!sessionUrl.test(url)) return code < 500 ? response : null;
    // A reason may be followed by a sentence: `USER_DISABLED : …`.
    const ending = code === 400 && endings.get(message.split(' ')[0] ?? '');
    return ending ? Response.json({ error: { code, message: ending } }, { status: code }) : null;
  } catch {
    return null;
  }
}

/**
 * Replaces `fetch`, because Firebase has no setting for it: turns responses in the place of the identity provider's that say nothing
 * about the account into failed requests, which change nothing. Firebase would take a full quota, an outage, or the "403 blocked" of a
 * proxy for a deleted user and remove the sign-in from the device.
 */
export function checkProviderResponses(): void {
  const { fetch } = globalThis;
  globalThis.fetch = async (input, init) => {
    const response = await fetch(input, init);
    if (typeof input !== 'string' || !providerUrl.test(input)) return response;
    const checked = await responseForSdk(input, response);
    if (!checked) throw new TypeError('The identity provider did not answer.');
    return checked;
  };
}
