import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { thirdPartyNotices } from '../../../server/build/notices.ts';

let root: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'ev-jobs-notices-'));
});
afterEach(() => rm(root, { recursive: true }));

type Installed = { license?: string; dev?: true; files?: Record<string, string> };

/** Installs packages as npm does. */
async function install(packages: Record<string, Installed>): Promise<void> {
  const locked: Record<string, object> = { '': {} };
  for (const [name, { license, dev, files = {} }] of Object.entries(packages)) {
    const path = `node_modules/${name}`;
    locked[path] = { version: '1.2.3', ...(dev && { dev }) };
    await mkdir(join(root, path, 'fonts'), { recursive: true });
    const manifest = {
      name,
      version: '1.2.3',
      license,
      author: 'Ann Author',
      homepage: `https://${name}.example`,
    };
    await writeFile(join(root, path, 'package.json'), JSON.stringify(manifest));
    for (const [file, text] of Object.entries(files)) await writeFile(join(root, path, file), text);
  }
  await writeFile(join(root, 'package-lock.json'), JSON.stringify({ packages: locked }));
}

test('the notices of what we ship have the texts of its licenses', () => {
  const text = thirdPartyNotices(process.cwd());
  for (const [shipped, words] of [
    ['libheif-js', 'GNU LESSER GENERAL PUBLIC LICENSE'],
    ['web-push', 'Mozilla Public\\s+License'],
    ['pdfjs-dist', 'Liberation'],
    ['react-dom', 'Permission is hereby granted'],
    ['workbox-core', 'Permission is hereby granted'],
    ['date-holidays', 'wikipedia\\.org'],
  ] as const) {
    const part = text.split('-'.repeat(80)).find((one) => new RegExp(`^${shipped} \\d`, 'm').test(one));
    expect(part, shipped).toMatch(new RegExp(words, 'i'));
  }
  expect(text).not.toMatch(/^playwright-core \d/m);
});

test('a package is listed with its version, license, address, and every notice in its folders; tools are not', async () => {
  await install({
    shipped: { license: 'ISC', files: { 'LICENSE.md': 'The ISC text', 'fonts/NOTICE': 'Font by Fay' } },
    tool: { license: 'GPL-2.0', dev: true },
  });
  const text = thirdPartyNotices(root);
  expect(text).toContain('shipped 1.2.3 (ISC) https://shipped.example\n\nThe ISC text');
  expect(text).toContain('Font by Fay');
  expect(text).not.toContain('tool');
});

test('a package that only names the MIT license gets its text, with its author', async () => {
  await install({ plain: { license: 'MIT' } });
  expect(thirdPartyNotices(root)).toContain('Copyright (c) Ann Author\n\nPermission is hereby granted');
});

test.each([
  ['of a license that nobody has looked at', { license: 'SSPL-1.0', files: { LICENSE: 'Server side' } }],
  [
    'of two licenses of which one is not known',
    { license: '(MIT AND AGPL-3.0)', files: { LICENSE: 'Both' } },
  ],
  ['that names no license', { files: { LICENSE: 'Do what you like' } }],
  ['without the text of its license', { license: 'BSD-3-Clause' }],
])('a package %s fails the build', async (_, one: Installed) => {
  await install({ strange: one });
  expect(() => thirdPartyNotices(root)).toThrow(/strange/);
});
