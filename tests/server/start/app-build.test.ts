import { mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { compressFolder, uncompressedIn } from '../../../server/build/compressFolder.ts';
import { publicVariables } from '../../../server/build/publicVariables.ts';
import { sourcesHash } from '../../../server/start/appBuild.ts';

let root = '';
let before = '';

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'ev-sources-'));
  await mkdir(join(root, 'src/app'), { recursive: true });
  await mkdir(join(root, 'server'));
  await writeFile(join(root, 'index.html'), '<title>EV Jobs</title>');
  await writeFile(join(root, 'src/app/main.ts'), 'one');
  before = sourcesHash(root, { FIREBASE_API_KEY: 'key' });
});
afterAll(() => rm(root, { recursive: true, force: true }));

it('the app is not built again for a new time of a file, for the server, or for a variable that is not built in', async () => {
  await utimes(join(root, 'src/app/main.ts'), 0, 0);
  await writeFile(join(root, 'server/main.ts'), 'x');
  expect(sourcesHash(root, { FIREBASE_API_KEY: 'key', PORT: '80' })).toBe(before);
});

it.each(publicVariables)('the app is built again for another %s', (name) => {
  expect(sourcesHash(root, { FIREBASE_API_KEY: 'key', [name]: 'other' })).not.toBe(before);
});

it.each<[string, () => Promise<void>]>([
  ['a changed source', () => writeFile(join(root, 'src/app/main.ts'), 'two')],
  ['a new source', () => writeFile(join(root, 'src/app/more.ts'), '')],
  ['a source that is gone', () => rm(join(root, 'index.html'))],
])('the app is built again for %s', async (_, change) => {
  const unchanged = sourcesHash(root, {});
  await change();
  expect(sourcesHash(root, {})).not.toBe(unchanged);
});

it('the app that is served already gets the copies it lacks, whole, and keeps those that it has', async () => {
  const folder = join(root, 'dist');
  await mkdir(join(folder, 'assets'), { recursive: true });
  await writeFile(join(folder, 'index.html'), '<title>EV Jobs</title>');
  await writeFile(join(folder, 'assets/a.js'), 'one');
  await writeFile(join(folder, 'assets/a.js.br'), 'of the build');
  await writeFile(join(folder, 'assets/a.js.gz'), 'of the build');
  await writeFile(join(folder, 'icon-192.png'), 'never compressed');
  expect(uncompressedIn(folder)).toEqual([join(folder, 'index.html')]);
  await utimes(join(folder, 'index.html'), 0, 0);
  await compressFolder(folder);
  expect(uncompressedIn(folder)).toEqual([]);
  const page = await readFile(join(folder, 'index.html'));
  expect(brotliDecompressSync(await readFile(join(folder, 'index.html.br')))).toEqual(page);
  expect(gunzipSync(await readFile(join(folder, 'index.html.gz')))).toEqual(page);
  // By the time of a copy, too, a browser is told that it has the file.
  expect((await stat(join(folder, 'index.html.br'))).mtimeMs).toBe(0);
  expect(await readFile(join(folder, 'assets/a.js.br'), 'utf8')).toBe('of the build');
  expect((await readdir(folder)).filter((name) => name.endsWith('.part'))).toEqual([]);
});
