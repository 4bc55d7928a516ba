import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { appDir, ensureAppBuilt } from '../../../server/start/appBuild.ts';
import { type AppFile, filesPath, hashesIn, versionForm, versionOf } from '../../../src/contract/appFiles.ts';

let version = '';
let list = '';
let files: AppFile[] = [];

beforeAll(async () => {
  await ensureAppBuilt(console.log);
  version = /appVersion="(\w+)"/.exec(readFileSync(join(appDir, 'sw.js'), 'utf8'))?.[1] ?? '';
  list = readFileSync(join(appDir, filesPath(version)), 'utf8');
  files = JSON.parse(list) as AppFile[];
}, 900_000);

test('the worker caches every chunk at once, so that no page is missing while offline', () => {
  const names = readdirSync(join(appDir, 'assets'));
  const chunks = names.filter((name) => /\.(js|css)$/.test(name) && !name.startsWith('worker-'));
  expect(chunks.length).toBeGreaterThan(20);
  const listed = new Set(files.map(([path]) => path));
  expect(chunks.filter((name) => !listed.has(`assets/${name}`))).toEqual([]);
  expect(listed).toContain('icon.svg');
});

test('a version is the hash of all files that it lists', () => {
  expect(version).toMatch(versionForm);
  const bytes = files.map(([path]) => readFileSync(join(appDir, path)));
  expect(files.map(([, size]) => size)).toEqual(bytes.map(({ length }) => length));
  const hash = createHash('sha256').update(`${list}\n`).update(Buffer.concat(bytes));
  expect(versionOf(hash.digest('base64'))).toBe(version);
});

test('a difference knows the hash in the name of every file that has one', () => {
  const unknown = files.filter(([path]) => path.startsWith('assets/') && hashesIn(path).length !== 1);
  expect(unknown).toEqual([]);
});

test('what is registered as the worker is a line, and its code is not loaded again while it is the same', () => {
  const registered = readFileSync(join(appDir, 'sw.js'), 'utf8');
  expect(registered.length).toBeLessThan(400);
  const [worker = ''] = /assets\/worker-[\w-]{7}\.js/.exec(registered) ?? [];
  const code = readFileSync(join(appDir, worker), 'utf8');
  expect(code).not.toContain(version);
  const named = files.filter(([path]) => path.startsWith('assets/') && code.includes(path.slice(7)));
  expect(named).toEqual([]);
  // Servers tell by the time of a file whether a browser has it.
  expect(statSync(join(appDir, worker)).mtimeMs).toBe(0);
});
