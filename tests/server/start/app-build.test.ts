import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
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
