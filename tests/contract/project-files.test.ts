import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** What stands at the top level: tools and readers look for it there, and for nothing else. */
const topLevel = [
  '.ci',
  '.gitignore',
  '.npmrc',
  'README.md',
  'biome.json',
  'findings',
  'index.html',
  'manifest.webmanifest',
  'package-lock.json',
  'package.json',
  'public',
  'server',
  'src',
  'sw',
  'tests',
  'tsconfig.json',
  'vite.config.ts',
];

test.skipIf(!existsSync('.git'))('the top level holds nothing that belongs in a folder', () => {
  const files = execFileSync('git', ['ls-files'], { encoding: 'utf8' }).trim().split('\n');
  expect([...new Set(files.map((file) => file.split('/')[0]))].sort()).toEqual(topLevel);
});

test('the lock file names no registry, so that each machine installs from its own', () => {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    packages: Record<string, { resolved?: string }>;
  };
  const named = Object.entries(packages).filter(([, { resolved }]) => resolved?.includes('://'));
  expect(
    named.map(([path]) => path),
    'mended by npm install --package-lock-only --omit-lockfile-registry-resolved',
  ).toEqual([]);
});
