import { IDBFactory } from 'fake-indexeddb';
import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => vi.unstubAllGlobals());

function tokenSaying(isVerified: boolean): string {
  const now = Math.floor(Date.now() / 1000);
  const claims = {
    sub: 'u1',
    user_id: 'u1',
    iat: now,
    auth_time: now,
    exp: now + 3600,
    email_verified: isVerified,
  };
  return ['{"alg":"none"}', JSON.stringify(claims), '']
    .map((part) => Buffer.from(part).toString('base64url'))
    .join('.');
}

test('a token that could not be renewed after the verification is renewed at the next check', async () => {
  let isVerified = false;
  let renewals = 0;
  const answers: Record<string, () => object | null> = {
    'accounts:signInWithPassword': () => ({
      localId: 'u1',
      idToken: tokenSaying(false),
      refreshToken: 'r',
      expiresIn: '3600',
    }),
    'accounts:lookup': () => ({
      users: [{ localId: 'u1', email: 'ada@client.test', emailVerified: isVerified }],
    }),
    token: () => {
      renewals += 1;
      if (renewals === 1) return null;
      return { access_token: tokenSaying(true), refresh_token: 'r', expires_in: '3600', user_id: 'u1' };
    },
  };
  vi.stubGlobal('location', { origin: 'http://127.0.0.1:9' });
  vi.stubGlobal('indexedDB', new IDBFactory());
  vi.stubGlobal('fetch', async (input: string) => {
    const name = new URL(input).pathname.split('/').at(-1) ?? '';
    const body = answers[name]?.();
    if (!body) throw new TypeError(`Failed to fetch ${name}`);
    return Response.json(body);
  });
  const { signInWithPassword, readToken, reloadUser } = await import('../../../src/session/firebase.ts');
  expect(await signInWithPassword('ada@client.test', 'stamped-2026')).toMatchObject({ emailVerified: false });
  isVerified = true;
  await expect(reloadUser()).rejects.toThrow();
  expect(await reloadUser()).toMatchObject({ emailVerified: true });
  expect(await readToken()).toMatchObject({ emailVerified: true });
  await reloadUser();
  expect(renewals).toBe(2);
});
