import { mkdtemp, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { exportJWK, exportPKCS8, generateKeyPair, jwtVerify } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { emulatorAccounts, firebaseAccounts } from '../../../server/auth/accounts.ts';
import { type Emulator, startEmulator } from '../../../server/emulator/emulator.ts';
import { listen } from '../../support/network/listen.ts';
import { emulatorSignIn, emulatorSignUp } from '../../support/server/emulatorSignIn.ts';
import { people, projectId, registrationOf } from '../../support/server/people.ts';
import { onOneDatabase } from '../../support/server/server.ts';
import { freePort } from '../../support/server/stack.ts';

let emulator: Emulator;
let url: string;
beforeAll(async () => {
  const port = await freePort();
  const folder = await mkdtemp(join(tmpdir(), 'ev-accounts-'));
  emulator = await startEmulator({ projectId, port, accountsFile: join(folder, 'accounts.json') }, () => {});
  url = `http://127.0.0.1:${port}`;
});
afterAll(() => emulator.stop());

onOneDatabase('the sign-in account of an erased user', (start) => {
  test('is deleted at the emulator, and that is recorded once', async () => {
    const server = await start({ emulator: { url, projectId } });
    const { email } = people.client;
    const { localId } = await emulatorSignUp(url, email, 'stamped-2026');
    await server.db.query('update users set uid = $2 where email = $1', [email, localId]);
    const { answer } = await server.call('eraseUser', { as: 'admin', body: { email, keepCompany: false } });
    expect(answer.byHand).toBe(false);
    const done = async () =>
      (await server.call('audit', { as: 'admin', body: { action: 'delete-account' } })).answer.items;
    await expect.poll(done).toMatchObject([{ actor: 'server', subject: answer.pseudonym }]);
    await expect(emulatorSignIn(url, email, 'stamped-2026')).rejects.toThrow(/EMAIL_NOT_FOUND|INVALID_LOGIN/);
    expect(await server.db.query('select account_uid from erasures')).toEqual([{ account_uid: null }]);
  });

  test('is retried while the provider does not respond, and its id is removed at the end', async () => {
    let away = true;
    const asked: string[] = [];
    const server = await start({
      accountAdmin: {
        async deleteAccount(uid) {
          asked.push(uid);
          if (away) throw new Error('The identity provider answered 503.');
        },
        verifyEmail: async () => undefined,
      },
    });
    const order = { as: 'admin', body: { email: people.client.email, keepCompany: false } } as const;
    await server.call('eraseUser', order);
    await expect.poll(() => asked).toEqual([people.client.uid]);
    const waiting = () => server.db.query('select 1 from erasures where account_uid is not null');
    expect(await waiting()).toHaveLength(1);
    away = false;
    server.clock.advance(61);
    await server.call('askErasure', { as: 'employee', body: { wanted: true } });
    await expect.poll(waiting).toEqual([]);
  });

  /** A server that deletes accounts, and the ids of those that it was to delete. */
  async function deleting() {
    const asked: string[] = [];
    const deleteAccount = async (uid: string) => void asked.push(uid);
    return {
      asked,
      server: await start({ accountAdmin: { deleteAccount, verifyEmail: async () => undefined } }),
    };
  }

  test('is the one they have now, where theirs was deleted and created again', async () => {
    const { server, asked } = await deleting();
    const { email } = people.client;
    const as = { token: server.tokenOf({ ...people.client, uid: 'uid-clara-again' }) };
    expect((await server.call('profile', { as, params: { email } })).answer).toMatchObject({ email });
    await server.call('eraseUser', { as: 'admin', body: { email, keepCompany: false } });
    await expect.poll(() => asked).toEqual(['uid-clara-again']);
    expect((await server.call('profile', { as, params: { email } })).code).toBe('unauthorized');
  });

  test('stays where it has another address by now, and is that of the user with this address', async () => {
    const { server, asked } = await deleting();
    const { email: formerly, uid } = people.client;
    const email = 'clara@married.test';
    const as = { token: server.tokenOf({ email, uid, verified: true }) };
    expect((await server.call('register', { as, body: registrationOf(email) })).answer).toMatchObject({
      email,
    });
    const erase = (email: string) =>
      server.call('eraseUser', { as: 'admin', body: { email, keepCompany: false } });
    expect((await erase(formerly)).code).toBe('');
    const erased = 'select account_uid, uid_hash from erasures';
    expect(await server.db.query(erased)).toEqual([{ account_uid: null, uid_hash: null }]);
    expect((await server.call('profile', { as, params: { email } })).answer).toMatchObject({ email });
    await erase(email);
    await expect.poll(() => asked).toEqual([uid]);
  });
});

test('an account that no longer exists is no failure, one that must not be deleted is', async () => {
  await emulatorAccounts({ url, projectId }).deleteAccount('nobody');
  await expect(
    emulatorAccounts({ url: `${url}/nowhere`, projectId }).deleteAccount('nobody'),
  ).rejects.toThrow(/answered 404/);
});

test('requests to a Firebase project are signed by the service account', async () => {
  const { publicKey, privateKey } = await generateKeyPair('RS256', { extractable: true });
  const seen: { path: string; bearer: string; body: string }[] = [];
  const google = createServer(async (request, response) => {
    const body = await text(request);
    seen.push({ path: request.url ?? '', bearer: request.headers.authorization ?? '', body });
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(request.url === '/token' ? { access_token: 'granted' } : {}));
  });
  const base = `http://127.0.0.1:${await listen(google)}`;
  const keyFile = join(await mkdtemp(join(tmpdir(), 'ev-key-')), 'key.json');
  const client_email = 'eraser@ev-jobs.iam.example';
  const key = { client_email, private_key: await exportPKCS8(privateKey), token_uri: `${base}/token` };
  await writeFile(keyFile, JSON.stringify(key));

  const firebase = firebaseAccounts({ projectId: 'ev-jobs', keyFile, base });
  await firebase.deleteAccount('uid-1');
  await firebase.verifyEmail('uid-2', 'guest@ev.test');
  google.close();
  const assertion = new URLSearchParams(seen[0]?.body).get('assertion') ?? '';
  expect(await exportJWK(publicKey)).toMatchObject({ kty: 'RSA' });
  const { payload } = await jwtVerify(assertion, publicKey, {
    issuer: client_email,
    audience: key.token_uri,
  });
  expect(payload.scope).toBe('https://www.googleapis.com/auth/identitytoolkit');
  expect(seen[1]).toEqual({
    path: '/v1/projects/ev-jobs/accounts:delete',
    bearer: 'Bearer granted',
    body: '{"localId":"uid-1"}',
  });
  expect(seen[3]).toEqual({
    path: '/v1/projects/ev-jobs/accounts:update',
    bearer: 'Bearer granted',
    body: '{"localId":"uid-2","email":"guest@ev.test","emailVerified":true}',
  });
});
