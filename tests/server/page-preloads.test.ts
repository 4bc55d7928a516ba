import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fastify } from 'fastify';
import { expect, test } from 'vitest';
import { pagePreloads } from '../../server/pagePreloads.ts';
import { sendApp, staticApp } from '../../server/staticApp.ts';

async function built(parts: object): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'ev-app-'));
  await mkdir(join(dir, '.vite'));
  await writeFile(join(dir, '.vite', 'manifest.json'), JSON.stringify(parts));
  return dir;
}

async function sized(dir: string, sizes: Record<string, number>): Promise<void> {
  await mkdir(join(dir, 'assets'));
  for (const [name, size] of Object.entries(sizes))
    await writeFile(join(dir, 'assets', name), 'x'.repeat(size));
}

const parts = {
  '_first.js': { file: 'assets/first.js', name: 'first' },
  '_packages.js': { file: 'assets/packages.js', name: 'packages' },
  '_start.js': {
    file: 'assets/start.js',
    name: 'start',
    imports: ['_packages.js', '_first.js'],
    css: ['assets/start.css'],
  },
  '_list.js': { file: 'assets/list.js', name: 'list', imports: ['_start.js'], css: ['assets/list.css'] },
  'src/features/jobs/JobPage.tsx': { file: 'assets/JobPage.js', imports: ['_start.js'] },
};

test('an address of the list names what runs first, and then its parts, the largest before the others', async () => {
  const dir = await built(parts);
  await sized(dir, { 'list.css': 20, 'start.css': 30, 'list.js': 50, 'start.js': 60, 'packages.js': 90 });
  const linkOf = pagePreloads(dir);
  const link = [
    '</assets/first.js>; rel=modulepreload; crossorigin',
    '</assets/packages.js>; rel=modulepreload; crossorigin',
    '</assets/start.js>; rel=modulepreload; crossorigin',
    '</assets/list.js>; rel=modulepreload; crossorigin',
    '</assets/start.css>; rel=preload; as=style; crossorigin',
    '</assets/list.css>; rel=preload; as=style; crossorigin',
  ].join(', ');
  expect(['/', '/jobs/listing', '/jobs/listing/all', '/jobs/listing/on-hold'].map(linkOf)).toEqual(
    Array(4).fill(link),
  );
  expect(linkOf('/jobs/update/job-1')).toContain('</assets/JobPage.js>; rel=modulepreload; crossorigin');
  expect(['/account', '/jobs/create', '/jobs/listing/all/more'].map(linkOf)).toEqual(
    Array(3).fill(undefined),
  );
});

test.each(['identity', 'br', 'gzip'])('the page names them to whoever takes it as %s', async (encoding) => {
  const dir = await built(parts);
  for (const ending of ['', '.br', '.gz']) await writeFile(join(dir, `index.html${ending}`), 'page');
  const app = fastify();
  app.get('/jobs/listing/all', (_, reply) => sendApp(reply));
  await staticApp(app, dir);
  const { headers } = await app.inject({
    url: '/jobs/listing/all',
    headers: { 'accept-encoding': encoding },
  });
  expect(headers['content-encoding']).toBe(encoding === 'identity' ? undefined : encoding);
  expect(headers.link).toContain('</assets/list.js>; rel=modulepreload');
  await app.close();
});

test('an app that was built without a list of its parts names none', async () => {
  const linkOf = pagePreloads(await mkdtemp(join(tmpdir(), 'ev-app-')));
  expect(linkOf('/jobs/listing/all')).toBeUndefined();
});
