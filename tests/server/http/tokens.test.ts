import { createServer, type Server } from 'node:http';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { accountCacheMs } from '../../../server/auth/accountStatus.ts';
import { emulatorVerifier, firebaseVerifier, type VerifyToken } from '../../../server/auth/auth.ts';
import { verifiedOnce } from '../../../server/auth/knownTokens.ts';
import { Refusal, Unavailable } from '../../../server/errors/errors.ts';
import { listen } from '../../support/network/listen.ts';
import { people, projectId, tokenOf } from '../../support/server/people.ts';
import { onOneDatabase, startOfTime } from '../../support/server/server.ts';

const seconds = startOfTime / 1000;
const goodClaims = {
  iss: `https://securetoken.google.com/${projectId}`,
  aud: projectId,
  sub: 'uid-clara',
  email: 'Clara@EV.test',
  email_verified: true,
  auth_time: seconds - 60,
  iat: seconds - 60,
  exp: seconds + 3540,
};
type Claims = Record<string, unknown>;

type KeyServer = {
  url: URL;
  server: Server;
  sign(claims: Claims, header?: Record<string, string>): Promise<string>;
};

/** Publishes a key pair's public half as the provider does. */
async function startKeyServer(): Promise<KeyServer> {
  const { publicKey, privateKey } = await generateKeyPair('RS256');
  const keys = JSON.stringify({
    keys: [{ ...(await exportJWK(publicKey)), kid: 'key-1', alg: 'RS256', use: 'sig' }],
  });
  const server = createServer((_, response) =>
    response.setHeader('content-type', 'application/json').end(keys),
  );
  const port = await listen(server);
  return {
    url: new URL(`http://127.0.0.1:${port}/`),
    server,
    sign: (claims, header = {}) =>
      new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'key-1', ...header }).sign(privateKey),
  };
}

function without(claim: keyof typeof goodClaims): Claims {
  return Object.fromEntries(Object.entries(goodClaims).filter(([name]) => name !== claim));
}

/** What makes the claims of a token no good, for signed and unsigned tokens alike. */
const badClaims: [string, Claims][] = [
  ['an expired token', { ...goodClaims, exp: seconds - 60 }],
  ['a token without an expiry', without('exp')],
  ['a token of another issuer', { ...goodClaims, iss: 'https://securetoken.google.com/another' }],
  ['a token for another audience', { ...goodClaims, aud: 'another' }],
  ['a token without an audience', without('aud')],
  ['a token without a subject', without('sub')],
  ['a token with an empty subject', { ...goodClaims, sub: '' }],
  ['a token from the future', { ...goodClaims, iat: seconds + 600 }],
  ['a sign-in in the future', { ...goodClaims, auth_time: seconds + 600 }],
  ['a token that does not say when its owner signed in', without('auth_time')],
  ['an e-mail that is not text', { ...goodClaims, email: ['clara@ev.test'] }],
];

const garbage = [
  '',
  'x',
  'a.b.c',
  '..',
  'null',
  `${'e'.repeat(4000)}.${'y'.repeat(4000)}.z`,
  'eyJhbGciOiJub25lIn0..',
];

function refused(promise: Promise<unknown>) {
  return expect(promise).rejects.toMatchObject({ code: 'unauthorized', message: 'Sign in to continue.' });
}

describe('tokens of a Firebase project', () => {
  let keys: KeyServer;
  let verify: VerifyToken;
  beforeAll(async () => {
    keys = await startKeyServer();
    verify = firebaseVerifier({ projectId, keys: keys.url, now: () => startOfTime });
  });
  afterAll(() => {
    keys.server.closeAllConnections();
    keys.server.close();
  });

  it('are accepted with all claims in order, the email in lower case', async () => {
    expect(await verify(await keys.sign(goodClaims))).toEqual({
      uid: 'uid-clara',
      email: 'clara@ev.test',
      verified: true,
      signedIn: seconds - 60,
      expires: seconds + 3540,
    });
  });

  it('say when an email is not verified, or missing', async () => {
    const unverified = await keys.sign({ ...goodClaims, email_verified: false });
    expect(await verify(unverified)).toMatchObject({ verified: false });
    expect(await verify(await keys.sign(without('email_verified')))).toMatchObject({ verified: false });
    expect(await verify(await keys.sign(without('email')))).toMatchObject({ email: '' });
  });

  it.each(badClaims)('are refused: %s', async (_, claims) => {
    await refused(verify(await keys.sign(claims)));
  });

  it.each(garbage)('are refused: garbage %#', async (token) => {
    await refused(verify(token));
  });

  it('are refused when signed by another key', async () => {
    const foreign = await startKeyServer();
    await refused(verify(await foreign.sign(goodClaims)));
    await refused(verify(await foreign.sign(goodClaims, { kid: 'key-2' })));
    foreign.server.close();
  });

  it('are refused when unsigned', async () => {
    await refused(verify(tokenOf(people.client, startOfTime)));
  });

  it('are refused when changed after signing', async () => {
    const [header, , signature] = (await keys.sign(goodClaims)).split('.');
    const claims = Buffer.from(JSON.stringify({ ...goodClaims, sub: 'uid-ada' })).toString('base64url');
    await refused(verify(`${header}.${claims}.${signature}`));
  });

  it('are refused when the public key is used as a shared secret', async () => {
    const response = await fetch(keys.url);
    const secret = new TextEncoder().encode(await response.text());
    const forged = await new SignJWT(goodClaims)
      .setProtectedHeader({ alg: 'HS256', kid: 'key-1' })
      .sign(secret);
    await refused(verify(forged));
  });

  it.each([
    ['cannot be reached', (server: Server) => server.close()],
    [
      'answers with an error',
      (server: Server) => server.on('request', (_, response) => response.writeHead(500).end()),
    ],
    ['answers nonsense', (server: Server) => server.on('request', (_, response) => response.end('<html>'))],
  ])('are neither accepted nor refused while the key set %s', async (_, spoil) => {
    const gone = await startKeyServer();
    const token = await gone.sign(goodClaims);
    gone.server.removeAllListeners('request');
    spoil(gone.server);
    const verifyWithout = firebaseVerifier({ projectId, keys: gone.url, now: () => startOfTime });
    await expect(verifyWithout(token)).rejects.toBeInstanceOf(Unavailable);
    gone.server.closeAllConnections();
    gone.server.close();
  });
});

describe('tokens of the emulator', () => {
  const verify = emulatorVerifier(projectId, () => startOfTime);
  const unsigned = (claims: Claims) =>
    tokenOf(people.client, startOfTime, {
      ...Object.fromEntries(Object.keys(goodClaims).map((name) => [name, undefined])),
      ...claims,
    });

  it('are accepted without a signature', async () => {
    expect(await verify(unsigned(goodClaims))).toEqual({
      uid: 'uid-clara',
      email: 'clara@ev.test',
      verified: true,
      signedIn: seconds - 60,
      expires: seconds + 3540,
    });
  });

  it.each(badClaims)('are refused: %s', async (_, claims) => {
    await refused(verify(unsigned(claims)));
  });

  it.each(garbage)('are refused: garbage %#', async (token) => {
    await refused(verify(token));
  });

  it('are refused when signed, because nobody checked that signature', async () => {
    const keys = await startKeyServer();
    await refused(verify(await keys.sign(goodClaims)));
    keys.server.close();
  });
});

describe('a token that was verified', () => {
  let nowMs = startOfTime;
  let asked: string[] = [];
  const identity = {
    uid: 'uid',
    email: 'clara@ev.test',
    verified: true,
    signedIn: 0,
    expires: seconds + 1_000_000,
  };
  const verify = verifiedOnce(
    async (token) => {
      asked.push(token);
      if (token === 'bad') throw new Refusal('unauthorized');
      return { ...identity, ...(token === 'short' && { expires: nowMs / 1000 + 60 }) };
    },
    () => nowMs,
  );
  const times = (token: string) => asked.filter((one) => one === token).length;
  beforeEach(() => {
    asked = [];
    nowMs += 10 * accountCacheMs;
  });

  it('is not verified again for ten minutes, and then is', async () => {
    for (const wait of [0, accountCacheMs - 1, 1]) {
      nowMs += wait;
      expect(await verify('good')).toEqual(identity);
    }
    expect(times('good')).toBe(2);
  });

  it('is verified again when it has expired', async () => {
    await verify('short');
    nowMs += 60_000;
    await verify('short');
    expect(times('short')).toBe(2);
  });

  it('does not affect other tokens, and a refused one is refused again', async () => {
    await verify('good');
    for (const _ of [1, 2]) await refused(verify('bad'));
    await verify('good2');
    expect(asked).toEqual(['good', 'bad', 'bad', 'good2']);
  });
});

onOneDatabase('the server', (start) => {
  const server = start.forAll();

  it.each([
    ['no header', undefined],
    ['an empty header', ''],
    ['no token', 'Bearer '],
    ['another scheme', 'Basic Y2xhcmE6c2VjcmV0'],
    ['garbage', 'Bearer a.b.c'],
    ['two tokens', 'Bearer a b'],
  ])('answers 401 and one sentence to %s', async (_, authorization) => {
    const headers = authorization === undefined ? {} : { authorization };
    const response = await server.app.inject({ method: 'GET', url: '/api/evjobs/stats', headers });
    expect(response.statusCode).toBe(401);
    expect(response.json()).toEqual({ errorMessage: 'Sign in to continue.', code: 'unauthorized' });
  });

  it('requires the token before it reads the body', async () => {
    const response = await server.app.inject({
      method: 'POST',
      url: '/api/v2/evjobs',
      headers: { 'content-type': 'application/json' },
      payload: '{broken',
    });
    expect(response.statusCode).toBe(401);
  });

  it('accepts an email in any case', async () => {
    const token = tokenOf({ ...people.client, email: 'CLARA@ev.test' }, startOfTime);
    const { answer } = await server.call('profile', { as: { token }, params: { email: 'Clara@EV.test' } });
    expect(answer.email).toBe('clara@ev.test');
  });

  it('answers 401 once the token has expired', async () => {
    const token = tokenOf(people.client, startOfTime);
    const own = { as: { token }, params: { email: people.client.email } };
    expect((await server.call('profile', own)).status).toBe(200);
    server.clock.advance(3600);
    expect((await server.call('profile', own)).code).toBe('unauthorized');
    server.clock.advance(-3600);
  });
});
