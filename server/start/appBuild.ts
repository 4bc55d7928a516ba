import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { compressesLater, uncompressedIn } from '../build/compressFolder.ts';
import { publicVariables } from '../build/publicVariables.ts';
import { type Lock, takeLock } from '../data/takeLock.ts';
import { StartError } from '../errors/startError.ts';

/** The root folder of the repository. */
const projectDir = fileURLToPath(new URL('../..', import.meta.url));
/** The folder of the built app. */
export const appDir = join(projectDir, 'dist');

const sources = [
  'index.html',
  'manifest.webmanifest',
  'package-lock.json',
  'public',
  'src',
  'sw',
  'tsconfig.json',
  'server/build',
  'vite.config.ts',
];
const otherBuildLimitMs = 300_000;

function filesUnder(path: string): string[] {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

/**
 * Returns a hash of everything that goes into a build: the contents of the sources, and the variables that are built in. Uses
 * contents instead of modification times, because a checkout changes the times of unchanged files.
 */
export function sourcesHash(root: string, environment: Record<string, string | undefined>): string {
  const hash = createHash('sha256');
  for (const file of sources.flatMap((source) => filesUnder(join(root, source)))) {
    const bytes = readFileSync(file);
    hash.update(`${file.slice(root.length)}\0${bytes.length}\0`).update(bytes);
  }
  for (const name of publicVariables) hash.update(`${name}\0${environment[name] ?? ''}\0`);
  return hash.digest('hex');
}

/** Runs a program of the project to its end, or until this process ends. */
function run(
  args: string[],
  env: Record<string, string> = {},
): Promise<{ code: number | null; said: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      cwd: projectDir,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const stop = () => child.kill();
    process.once('exit', stop);
    let said = '';
    child.stdout.on('data', (chunk) => (said += chunk));
    child.stderr.on('data', (chunk) => (said += chunk));
    child.on('error', reject);
    child.on('close', (code) => {
      process.off('exit', stop);
      resolve({ code, said });
    });
  });
}

async function buildLock(): Promise<Lock> {
  const cache = join(projectDir, 'node_modules/.cache');
  mkdirSync(cache, { recursive: true });
  for (const began = Date.now(); Date.now() - began < otherBuildLimitMs; await sleep(200)) {
    const lock = takeLock(join(cache, 'app-build.lock'));
    if (lock !== null) return lock;
  }
  throw new StartError(
    'Another build is still running. Wait for it to finish or stop it, then run this again.',
  );
}

/**
 * Writes the compressed copies that the built app lacks, in a process of lower priority: until they are there its files are sent as
 * they are. A copy that cannot be written is made at the next start.
 */
export async function compressApp(): Promise<void> {
  if (uncompressedIn(appDir).length > 0)
    await run([fileURLToPath(new URL('../build/compress.ts', import.meta.url)), appDir]);
}

/**
 * Builds the app into `dist` unless it was built from the same sources. Two processes that start at once build once.
 *
 * @returns whether it built; what it built is not compressed yet (`compressApp`)
 * @throws StartError with the output of the build tool
 */
export async function ensureAppBuilt(print: (line: string) => void): Promise<boolean> {
  // The build empties the folder, so a manual build in between removes the stamp.
  const stamp = join(appDir, '.built-from');
  const hash = sourcesHash(projectDir, process.env);
  const isBuilt = () =>
    existsSync(stamp) && readFileSync(stamp, 'utf8') === hash && existsSync(join(appDir, 'index.html'));
  if (isBuilt()) return false;
  const lock = await buildLock();
  try {
    if (isBuilt()) return false;
    print('Building the app…');
    const vite = join(projectDir, 'node_modules/vite/bin/vite.js');
    // A test runner's NODE_ENV must not get into the build.
    const environment = { NODE_ENV: 'production', [compressesLater]: 'yes' };
    const { code, said } = await run([vite, 'build', '--logLevel', 'warn'], environment);
    if (code !== 0) throw new StartError(`Couldn’t build the app:\n${said.trim()}`);
    writeFileSync(stamp, hash);
    return true;
  } finally {
    lock.release();
  }
}
