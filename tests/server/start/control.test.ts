import { once } from 'node:events';
import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { giveOrder, takeOrders } from '../../../server/start/control.ts';
import { dataPaths } from '../../../server/start/dataDir.ts';

let dataDir = '';
let stop = async () => {};
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'ev-control-'));
});
afterAll(async () => {
  await stop();
  await rm(dataDir, { recursive: true, force: true });
});

test('without a listening process there is no output', async () => {
  expect(await giveOrder(dataDir, 'backup', '/to')).toBeNull();
});

test('a command runs in the process that uses the folder, and its output is returned', async () => {
  stop = await takeOrders(dataDir, {
    backup: async (to) => `made in ${to}`,
    fail: () => Promise.reject(new Error('The disk is full.')),
  });
  expect(await giveOrder(dataDir, 'backup', '/to “here”')).toBe('made in /to “here”');
  await expect(giveOrder(dataDir, 'fail', '')).rejects.toThrow('The disk is full.');
  await expect(giveOrder(dataDir, 'drop', '')).rejects.toThrow('There is no order “drop”.');
});

test('only the owner of the folder can reach the socket, and a socket left by a crash is replaced', async () => {
  const { mode } = await stat(dataPaths(dataDir).control);
  expect(mode & 0o077).toBe(0);
  const again = await takeOrders(dataDir, { backup: async () => 'the second' });
  expect(await giveOrder(dataDir, 'backup', '')).toBe('the second');
  await again();
  expect(await giveOrder(dataDir, 'backup', '')).toBeNull();
});

test('a command whose process ends meanwhile fails with a sentence', async () => {
  const { control } = dataPaths(dataDir);
  const server = createServer((socket) => socket.on('data', () => socket.destroy())).listen(control);
  await once(server, 'listening');
  await expect(giveOrder(dataDir, 'backup', '')).rejects.toThrow('The running server ended before this');
  await new Promise((resolve) => server.close(resolve));
});

test('a folder whose path is too long for a socket in bytes, not in letters, takes no commands', async () => {
  const folder = join(dataDir, 'ü'.repeat(80 - dataDir.length));
  await mkdir(folder);
  const nothing = await takeOrders(folder, { backup: async () => 'made' });
  expect(await giveOrder(folder, 'backup', '')).toBeNull();
  await nothing();
});
