import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Emulator, startEmulator } from '../../../server/emulator/emulator.ts';
import { emulatorSignIn, emulatorSignUp } from '../../support/server/emulatorSignIn.ts';
import { registrationOf } from '../../support/server/invitations.ts';
import { projectId } from '../../support/server/people.ts';
import { onOneDatabase, type TestServer } from '../../support/server/server.ts';
import { freePort } from '../../support/server/stack.ts';

let emulator: Emulator;
let url: string;
beforeAll(async () => {
  const port = await freePort();
  const folder = await mkdtemp(join(tmpdir(), 'ev-resets-'));
  emulator = await startEmulator({ projectId, port, accountsFile: join(folder, 'accounts.json') }, () => {});
  url = `http://127.0.0.1:${port}`;
});
afterAll(() => emulator.stop());

const password = 'stamped-2026';

async function post(path: string, body: object): Promise<unknown> {
  const response = await fetch(`${url}/identitytoolkit.googleapis.com/v1/${path}`, {
    method: 'POST',
    headers: { authorization: 'Bearer owner', 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(response.status).toBe(200);
  return response.json();
}

const Code = v.object({ oobCode: v.string() });

/** Sets a new password by the provider's email, which also verifies the address. */
async function resetPassword(email: string): Promise<void> {
  const asked = { requestType: 'PASSWORD_RESET', email, returnOobLink: true };
  const { oobCode } = v.parse(Code, await post(`projects/${projectId}/accounts:sendOobCode`, asked));
  await post('accounts:resetPassword?key=any', { oobCode, newPassword: 'another-2026' });
}

/** Reads one's own profile, as the app does at its start. */
function opens(server: TestServer, email: string, token: string) {
  return server.call('profile', { as: { token }, params: { email } });
}

onOneDatabase('what was typed at the sign-up of an account', (start) => {
  /** Starts a server that checks accounts, and signs up an account of the provider. */
  async function signedUp(email: string) {
    const accounts = { origin: `${url}/identitytoolkit.googleapis.com`, apiKey: 'any' };
    const server = await start({ emulator: { url, projectId }, accounts });
    const { localId, idToken: token } = await emulatorSignUp(url, email, password);
    server.clock.nowMs = Date.now();
    const body = { ...registrationOf(email), company: 'Of the sign-up' };
    expect((await server.call('signUp', { as: { token }, body })).status).toBe(200);
    return { server, localId };
  }

  test('registers who verifies the address, signed in anew', async () => {
    const email = 'own@ev.test';
    const { server, localId } = await signedUp(email);
    await post(`projects/${projectId}/accounts:update`, { localId, emailVerified: true });
    const { idToken } = await emulatorSignIn(url, email, password);
    expect((await opens(server, email, idToken)).answer.company).toBe('Of the sign-up');
  });

  test('registers nobody who got the account by a new password: a stranger may have typed it', async () => {
    const email = 'rightful@ev.test';
    const { server } = await signedUp(email);
    await resetPassword(email);
    const { idToken: token } = await emulatorSignIn(url, email, 'another-2026');
    server.clock.nowMs = Date.now();
    expect((await opens(server, email, token)).code).toBe('not-found');
    const body = { ...registrationOf(email), company: 'Their own' };
    expect((await server.call('register', { as: { token }, body })).answer.company).toBe('Their own');
    expect(await server.db.query('select 1 from sign_ups')).toEqual([]);
  });

  test('registers nobody while the provider does not say when the password was set', async () => {
    const email = 'away@ev.test';
    const { server, localId } = await signedUp(email);
    await post(`projects/${projectId}/accounts:update`, { localId, emailVerified: true });
    const { idToken } = await emulatorSignIn(url, email, password);
    const real = globalThis.fetch;
    globalThis.fetch = async () => {
      throw new TypeError('fetch failed');
    };
    try {
      expect((await opens(server, email, idToken)).code).toBe('not-found');
    } finally {
      globalThis.fetch = real;
    }
    server.clock.advance(31);
    expect((await opens(server, email, idToken)).answer.company).toBe('Of the sign-up');
  });
});
