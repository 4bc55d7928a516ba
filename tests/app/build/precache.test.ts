import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { appDir, ensureAppBuilt } from '../../../server/start/appBuild.ts';

beforeAll(async () => {
  await ensureAppBuilt(console.log);
}, 900_000);

test('the worker caches every chunk at once, so that no page is missing while offline', () => {
  const worker = readFileSync(join(appDir, 'sw.js'), 'utf8');
  const chunks = readdirSync(join(appDir, 'assets')).filter((name) => /\.(js|css)$/.test(name));
  expect(chunks.length).toBeGreaterThan(20);
  expect(chunks.filter((name) => !worker.includes(`assets/${name}`))).toEqual([]);
});
