import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { pagePreloads } from '../../server/pagePreloads.ts';

async function built(parts: object): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'ev-app-'));
  await mkdir(join(dir, '.vite'));
  await writeFile(join(dir, '.vite', 'manifest.json'), JSON.stringify(parts));
  return dir;
}

test('an address of the list names the list’s own parts, and none that the page itself names', async () => {
  const linkOf = pagePreloads(
    await built({
      'index.html': { file: 'assets/index.js', imports: ['_start.js'] },
      '_start.js': { file: 'assets/start.js' },
      '_list.js': { file: 'assets/list.js', imports: ['_start.js'], css: ['assets/list.css'] },
      'src/features/jobs/JobsPage.tsx': { file: 'assets/JobsPage.js', imports: ['_start.js', '_list.js'] },
    }),
  );
  const link = [
    '</assets/JobsPage.js>; rel=modulepreload; crossorigin',
    '</assets/list.js>; rel=modulepreload; crossorigin',
    '</assets/list.css>; rel=preload; as=style; crossorigin',
  ].join(', ');
  expect(['/', '/jobs/listing', '/jobs/listing/all', '/jobs/listing/on-hold'].map(linkOf)).toEqual(
    Array(4).fill(link),
  );
  expect(['/account', '/jobs/create', '/jobs/listing/all/more'].map(linkOf)).toEqual(
    Array(3).fill(undefined),
  );
});

test('an app that was built without a list of its parts names none', async () => {
  const linkOf = pagePreloads(await mkdtemp(join(tmpdir(), 'ev-app-')));
  expect(linkOf('/jobs/listing/all')).toBeUndefined();
});
