import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { checkProviderResponses, responseForSdk } from '../../../src/session/providerResponses.ts';

/** Where the provider's SDK keeps its user: in a browser IndexedDB, which its build for Node does not use. */
const kept = vi.hoisted(() => new Map<string, unknown>());

vi.mock('firebase/auth', async (importOriginal) => {
  class Stored {
    static type = 'LOCAL';
    type = 'LOCAL';
    _isAvailable = async () => true;
    _get = async (key: string) => kept.get(key) ?? null;
    _set = async (key: string, value: unknown) => void kept.set(key, value);
    _remove = async (key: string) => void kept.delete(key);
    _addListener = () => undefined;
    _removeListener = () => undefined;
  }
  return { ...(await importOriginal<object>()), indexedDBLocalPersistence: Stored };
});

const lookUp = 'https://identitytoolkit.googleapis.com/v1/accounts:lookup?key=k';
const renewal = 'https://securetoken.googleapis.com/v1/token?key=k';
const form = 'https://identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=k';

type Said = [url: string, status: number, body: unknown];
const failure = (code: number, message: string, others = {}) => ({ error: { code, message, ...others } });

test.each<[string, ...Said]>([
  ['an account', lookUp, 200, { kind: 'identitytoolkit#GetAccountInfoResponse', users: [{ localId: 'u' }] }],
  ['a new token', renewal, 200, { access_token: 'a', refresh_token: 'b', expires_in: '3600' }],
  ['a sign-in', form, 200, { kind: 'identitytoolkit#VerifyPasswordResponse', idToken: 'a' }],
  ['a wrong password', form, 400, failure(400, 'INVALID_PASSWORD', { errors: [] })],
  ['too many tries', form, 400, failure(400, 'TOO_MANY_ATTEMPTS_TRY_LATER : Try later.')],
])('%s is passed on to the provider’s SDK', async (_, url, status, said) => {
  const response = Response.json(said, { status });
  expect(await responseForSdk(url, response)).toBe(response);
});

test.each<[string, ...Said]>([
  ['a proxy’s JSON under a 200', lookUp, 200, { error: 'Unauthorized' }],
  ['a list without an account', lookUp, 200, { kind: 'identitytoolkit#GetAccountInfoResponse' }],
  ['a token alone', renewal, 200, { access_token: 'of a portal' }],
  ['a proxy’s refusal in JSON', lookUp, 403, { error: { message: 'blocked' } }],
  ['a gateway’s refusal in Google’s form', lookUp, 401, failure(401, 'Unauthenticated')],
  ['a reason under another status', lookUp, 403, failure(403, 'USER_DISABLED')],
  ['a key of another project', renewal, 400, failure(400, 'PROJECT_NUMBER_MISMATCH')],
  ['an invalid key', renewal, 400, failure(400, 'API key not valid. Please pass a valid API key.')],
  ['an outage at a form', form, 502, failure(502, 'Bad Gateway')],
  ['our own server’s 503 for the provider', renewal, 503, { errorMessage: 'No.' }],
])('%s counts as a failed request', async (_, url, status, said) => {
  expect(await responseForSdk(url, Response.json(said, { status }))).toBeNull();
});

test('a page counts as a failed request', async () => {
  expect(await responseForSdk(lookUp, new Response('<!doctype html>', { status: 403 }))).toBeNull();
});

const part = (claims: object) => Buffer.from(JSON.stringify(claims)).toString('base64url');
const idToken = `${part({ alg: 'none' })}.${part({ sub: 'u-mia', exp: 4e9, iat: 1, auth_time: 1 })}.`;

let said: (url: string) => Response = () => Response.error();
vi.stubGlobal('location', { origin: 'http://127.0.0.1:9' });
vi.stubGlobal('fetch', async (url: string) => said(url));
// The SDK's build for Node takes the `fetch` that is there when it is loaded.
checkProviderResponses();

/** Starts the provider's SDK on a device that has a user's sign-in, whose token is to be renewed first. */
async function start(expirationTime: number): Promise<typeof import('../../../src/session/firebase.ts')> {
  kept.set('firebase:authUser:emulator:[DEFAULT]', {
    uid: 'u-mia',
    email: 'mia@client.test',
    emailVerified: true,
    isAnonymous: false,
    providerData: [],
    stsTokenManager: { refreshToken: 'r', accessToken: idToken, expirationTime },
  });
  vi.resetModules();
  return import('../../../src/session/firebase.ts');
}

beforeEach(() => {
  kept.clear();
});
afterEach(async () => {
  const { deleteApp, getApps } = await import('firebase/app');
  await Promise.all(getApps().map(deleteApp));
});

const says = (code: number, message: string) => () => Response.json(failure(code, message), { status: code });

test.each([
  ['the quota of the project is used up', 429, 'Quota exceeded for quota metric.'],
  ['the provider fails', 500, 'Internal error encountered.'],
  ['the provider is overloaded', 503, 'The service is currently unavailable.'],
  ['a gateway refuses', 403, 'Access denied by policy'],
  ['its key is refused', 400, 'API key expired. Please renew the API key.'],
  ['the account is asked about too often', 400, 'TOO_MANY_ATTEMPTS_TRY_LATER'],
])('a user stays signed in at a start at which %s', async (_, code, message) => {
  said = says(code, message);
  for (const expirationTime of [0, 4e12]) {
    const provider = await start(expirationTime);
    await provider.readToken();
    expect(provider.currentUser()?.uid).toBe('u-mia');
    expect([...kept.keys()]).not.toEqual([]);
    const { deleteApp, getApps } = await import('firebase/app');
    await Promise.all(getApps().map(deleteApp));
  }
});

test.each(['USER_DISABLED', 'TOKEN_EXPIRED : The user must sign in again.', 'INVALID_ID_TOKEN'])(
  'a start ends the session of a user whose account is refused with %s',
  async (message) => {
    said = says(400, message);
    const provider = await start(4e12);
    expect(await provider.readToken()).toBeNull();
    expect(kept.size).toBe(0);
  },
);

test.each(['USER_NOT_FOUND', 'USER_DISABLED', 'INVALID_REFRESH_TOKEN'])(
  'a renewal that is refused with %s signs the user out, and asks no second time',
  async (message) => {
    said = (url) =>
      url.includes('lookup')
        ? Response.json({ users: [{ localId: 'u-mia', email: 'mia@client.test' }] })
        : says(400, message)();
    const provider = await start(4e12);
    const heard: unknown[] = [];
    provider.onUser((person) => heard.push(person?.uid ?? null));
    expect(await provider.readToken()).toMatchObject({ uid: 'u-mia' });
    let renewals = 0;
    const refuse = said;
    said = (url) => {
      renewals += 1;
      return refuse(url);
    };
    expect(await provider.readToken(true)).toBeNull();
    expect(await provider.readToken(true)).toBeNull();
    expect(renewals).toBe(1);
    expect(heard).toEqual(['u-mia', null]);
  },
);
