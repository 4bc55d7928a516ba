import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accountCacheMs, withAccountCheck } from '../../../server/auth/accountStatus.ts';
import { emulatorVerifier } from '../../../server/auth/auth.ts';
import { type Emulator, startEmulator } from '../../../server/emulator/emulator.ts';
import { listen } from '../../support/network/listen.ts';
import { emulatorSignUp } from '../../support/server/emulatorSignIn.ts';
import { people, projectId, tokenOf } from '../../support/server/people.ts';
import { freePort } from '../../support/server/stack.ts';

const refused = { code: 'unauthorized' };

describe('an account of the Auth emulator', () => {
  let emulator: Emulator;
  let origin: string;
  let folder: string;
  let now = Date.now();
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'ev-standing-'));
    const port = await freePort();
    origin = `http://127.0.0.1:${port}`;
    const order = { projectId, port, accountsFile: join(folder, 'accounts.json') };
    emulator = await startEmulator(order, () => undefined);
  });
  afterAll(async () => {
    await emulator.stop();
    await rm(folder, { recursive: true, force: true });
  });

  function verifier() {
    return withAccountCheck(
      emulatorVerifier(projectId, () => now),
      {
        origin: `${origin}/identitytoolkit.googleapis.com`,
        apiKey: 'any',
        referrer: 'http://localhost:8080',
        log: { warn: () => undefined },
        now: () => now,
      },
    );
  }
  /** As the project's owner does in the provider's console. */
  async function asOwner(path: string, body: object): Promise<void> {
    const answer = await fetch(`${origin}/identitytoolkit.googleapis.com/v1/projects/${projectId}/${path}`, {
      method: 'POST',
      headers: { authorization: 'Bearer owner', 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect(answer.status).toBe(200);
  }

  it.each([
    ['disabled', (localId: string) => asOwner('accounts:update', { localId, disableUser: true })],
    ['deleted', (localId: string) => asOwner('accounts:delete', { localId })],
    [
      'given another password',
      (localId: string) =>
        asOwner('accounts:update', { localId, validSince: String(Math.floor(Date.now() / 1000) + 60) }),
    ],
  ])('that is %s is refused ten minutes later, before its token expires', async (what, spoil) => {
    const email = `${what.replaceAll(' ', '.')}@ev.test`;
    const { localId, idToken } = await emulatorSignUp(origin, email, 'stamped-2026');
    now = Date.now();
    const verify = verifier();
    expect(await verify(idToken)).toMatchObject({ email });
    await spoil(localId);
    now += accountCacheMs;
    await expect(verify(idToken)).rejects.toMatchObject(refused);
    // A process that never saw the token before asks at once.
    await expect(verifier()(idToken)).rejects.toMatchObject(refused);
  });
});

describe('the identity provider', () => {
  let provider: Server;
  let port: number;
  let asked: { url: string; referer: string; idToken: string }[] = [];
  let answer: [number, string] = [200, '{"users":[{}]}'];
  let now = Date.UTC(2026, 10, 21);
  const warnings: unknown[] = [];
  beforeAll(async () => {
    provider = createServer(async (request, response) => {
      const { idToken } = JSON.parse(await text(request));
      asked.push({ url: request.url ?? '', referer: request.headers.referer ?? '', idToken });
      response.writeHead(answer[0], { 'content-type': 'application/json' }).end(answer[1]);
    });
    port = await listen(provider);
  });
  afterAll(() => {
    provider.closeAllConnections();
    provider.close();
  });

  function verifier() {
    asked = [];
    warnings.length = 0;
    return withAccountCheck(
      emulatorVerifier(projectId, () => now),
      {
        origin: `http://127.0.0.1:${port}`,
        apiKey: 'k&y',
        referrer: 'https://jobs.example.com',
        log: { warn: (...said: unknown[]) => void warnings.push(said) },
        now: () => now,
      },
    );
  }

  it('is asked about a token once in ten minutes, with the token, the key and the page it belongs to', async () => {
    answer = [200, '{"users":[{}]}'];
    const verify = verifier();
    const token = tokenOf(people.client, now);
    await Promise.all([verify(token), verify(token), verify(token)]);
    now += accountCacheMs - 1000;
    await verify(token);
    expect(asked).toEqual([
      { url: '/v1/accounts:lookup?key=k%26y', referer: 'https://jobs.example.com/', idToken: token },
    ]);
    now += 1000;
    await verify(token);
    expect(asked).toHaveLength(2);
  });

  it.each([
    [503, '<html>'],
    [403, '{"error":{"message":"API_KEY_HTTP_REFERRER_BLOCKED"}}'],
    [429, '{"error":{"message":"QUOTA_EXCEEDED : Exceeded quota"}}'],
  ])(
    'that gives no answer (%i %s) locks nobody out, is not asked for a while, and is logged',
    async (...said) => {
      answer = said;
      const verify = verifier();
      expect(await verify(tokenOf(people.client, now))).toMatchObject({ uid: 'uid-clara' });
      await verify(tokenOf(people.client, now));
      await verify(tokenOf(people.admin, now));
      expect(asked).toHaveLength(1);
      expect(warnings).toHaveLength(1);
      now += 30_000;
      await verify(tokenOf(people.admin, now));
      expect(asked).toHaveLength(2);
    },
  );

  it('that stops responding does not let a refused user in again', async () => {
    answer = [400, '{"error":{"message":"USER_DISABLED : The account is disabled."}}'];
    const verify = verifier();
    const token = tokenOf(people.client, now);
    await expect(verify(token)).rejects.toMatchObject(refused);
    answer = [503, ''];
    now += accountCacheMs;
    await expect(verify(token)).rejects.toMatchObject(refused);
    await expect(verify(token)).rejects.toMatchObject(refused);
  });

  it('is not asked about a malformed token', async () => {
    const verify = verifier();
    await expect(verify('a.b.c')).rejects.toMatchObject(refused);
    expect(asked).toEqual([]);
  });
});
