import { spawn } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Count } from '../support/run/count.ts';
import { plant } from '../support/run/plant.ts';
import { type Bug, bugs } from './bugs.ts';

/**
 * Plants each bug in a copy of the project, runs the daily tests closest to it, and prints which of them caught it.
 * `npm test -- planted "a password needs no number"` plants one. Ends with code 1 when one goes unnoticed, when one
 * could not be tried, or when those tests fail without any bug.
 */
const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !bugs.some((bug) => bug.name === name));
// Without a file, vitest would run all tests.
if (unknown.length > 0) throw new Error(`No bug has the name ${unknown.join(', ')}.`);
const chosen = asked.length > 0 ? bugs.filter(({ name }) => asked.includes(name)) : bugs;
const copied = [
  'src',
  'sw',
  'server',
  'tests',
  'public',
  'index.html',
  'manifest.webmanifest',
  'package.json',
];
const configs = ['vite.config.ts', 'tsconfig.json', 'README.md', 'package-lock.json'];
const copy = await mkdtemp(join(tmpdir(), 'ev-planted-'));

/**
 * Runs vitest on some files until a test fails; resolves with the name of that test.
 *
 * @throws an Error when no test was run, which says nothing about a bug
 */
async function firstFailure(files: readonly string[]): Promise<string | undefined> {
  const report = join(copy, 'count.json');
  await rm(report, { force: true });
  const vitest = join('node_modules', 'vitest', 'vitest.mjs');
  const child = spawn(process.execPath, [vitest, 'run', '--bail=1', ...files], {
    cwd: copy,
    stdio: 'ignore',
    env: { ...process.env, TESTS: '', TEST_COUNT: report },
  });
  const code = await new Promise((resolve) => child.on('close', resolve));
  const count = await readFile(report, 'utf8').then(
    (text) => JSON.parse(text) as Count,
    () => null,
  );
  const [failure] = count?.failed ?? [];
  if (failure !== undefined) return failure;
  if (!count || count.passed.length === 0) throw new Error(`no test was run, code ${code}`);
  return code === 0 ? undefined : `a run that ended with code ${code}`;
}

async function hunt({ change, near }: Bug): Promise<string | undefined> {
  const sources = plant([change]);
  for (const [file, source] of sources) await writeFile(join(copy, file), source);
  try {
    return await firstFailure(near);
  } finally {
    for (const file of sources.keys()) await cp(file, join(copy, file));
  }
}

let missed = 0;
let untried = 0;
try {
  for (const name of [...copied, ...configs]) await cp(name, join(copy, name), { recursive: true });
  await symlink(join(process.cwd(), 'node_modules'), join(copy, 'node_modules'));
  const without = await firstFailure([...new Set(chosen.flatMap(({ near }) => near))]);
  if (without !== undefined) throw new Error(`Without any bug, this fails: ${without}`);
  for (const bug of chosen) {
    const began = performance.now();
    const outcome = await hunt(bug).then(
      (test) => (test === undefined ? 'NOT CAUGHT' : `caught by ${test}`),
      (error: Error) => `NOT TRIED: ${error.message}`,
    );
    if (outcome.startsWith('NOT TRIED')) untried += 1;
    else if (outcome === 'NOT CAUGHT') missed += 1;
    const seconds = Math.round((performance.now() - began) / 1000);
    console.log(`${bug.name}: ${outcome} (${seconds} s)`);
  }
} finally {
  await rm(copy, { recursive: true, force: true });
}
console.log(`${chosen.length - missed - untried} of ${chosen.length} planted bugs were caught`);
process.exitCode = missed > 0 || untried > 0 || chosen.length === 0 ? 1 : 0;
