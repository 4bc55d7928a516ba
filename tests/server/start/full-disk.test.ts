import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { type Emulator, startEmulator } from '../../../server/emulator/emulator.ts';
import { tryDisk } from '../../../server/files/incoming.ts';

let folder = '';
let emulator: Emulator | undefined;
afterEach(async () => {
  await emulator?.stop();
  emulator = undefined;
  await rm(folder, { recursive: true });
});

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  return typeof address === 'object' && address ? address.port : 0;
}

test('a disk with less room than the database needs is not ready', async () => {
  folder = await mkdtemp(join(tmpdir(), 'ev-full-'));
  await expect(tryDisk(folder, () => false)).resolves.toBeUndefined();
  await expect(tryDisk(folder, () => true)).rejects.toMatchObject({
    cause: { message: `The disk of ${folder} is full.` },
  });
});

test('on a full disk a new account is refused, those from before sign in, and the emulator goes on', async () => {
  folder = await mkdtemp(join(tmpdir(), 'ev-full-'));
  const accountsFile = join(folder, 'accounts.json');
  const lost: string[] = [];
  const account = { email: 'ines@ev.test', password: 'long enough 1', returnSecureToken: true };
  let port = 0;
  const open = async (leastFree: number) => {
    await emulator?.stop();
    port = await freePort();
    emulator = await startEmulator({ projectId: 'demo-ev', port, accountsFile, leastFree }, (why) =>
      lost.push(why),
    );
  };
  const ask = async (what: string, body: object) => {
    const path = `identitytoolkit.googleapis.com/v1/accounts:${what}?key=any`;
    const response = await fetch(`http://127.0.0.1:${port}/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const { error } = (await response.json()) as { error?: { message: string } };
    return error?.message ?? response.status;
  };
  await open(0);
  expect(await ask('signUp', account)).toBe(200);
  await open(Number.MAX_SAFE_INTEGER);
  expect(await ask('signUp', { ...account, email: 'joao@ev.test' })).toBe('INSUFFICIENT_STORAGE');
  expect(await ask('signInWithPassword', account)).toBe(200);
  expect(lost).toEqual([]);
  expect(await readFile(accountsFile, 'utf8')).not.toContain('joao');
});
