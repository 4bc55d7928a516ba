import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { differenceOf } from '../../../server/updates/difference.ts';
import type { AppFile } from '../../../src/contract/appFiles.ts';

const cache = resolve('node_modules/.cache/bench/updates');
/** What a build reads. */
const sources = [
  ...['index.html', 'manifest.webmanifest', 'package-lock.json', 'public', 'src', 'sw', 'tsconfig.json'],
  ...['server/build', 'vite.config.ts'],
];

/** Returns the last commits that changed what a build reads, the latest first, each with the one before it. */
export function changesOfApp(count: number): string[] {
  const said = execFileSync('git', ['log', `--max-count=${count + 1}`, '--format=%h', '--', ...sources]);
  return String(said).trim().split('\n');
}

/** Builds the app as it was at a commit, once, without compressed copies, with the packages of today. @returns its folder */
export function buildCommit(commit: string): string {
  const folder = join(cache, commit);
  if (existsSync(folder)) return folder;
  const root = join(cache, `${commit}.sources`);
  rmSync(root, { recursive: true, force: true });
  mkdirSync(root, { recursive: true });
  const archive = execFileSync('git', ['archive', commit], { maxBuffer: 2 ** 30 });
  execFileSync('tar', ['x', '-C', root], { input: archive });
  symlinkSync(resolve('node_modules'), join(root, 'node_modules'));
  const { status, stderr } = spawnSync(
    process.execPath,
    [resolve('node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'error'],
    { cwd: root, env: { ...process.env, NODE_ENV: 'production', COMPRESSES_LATER: 'yes' } },
  );
  if (status !== 0) throw new Error(`${commit} cannot be built:\n${stderr}`);
  renameSync(join(root, 'dist'), folder);
  rmSync(root, { recursive: true });
  return folder;
}

/** A build, by what an update of it loads. */
type Built = {
  /** What devices store under hashed names, and icons. */
  files: Map<string, Buffer>;
  bundle: Buffer;
  page: Buffer;
  /** The worker without the names of files, which it had until the end of November 2026. */
  worker: Buffer;
  /** The worker as it was registered then. */
  whole: Buffer;
};

function read(folder: string): Built {
  const names = readdirSync(join(folder, 'assets')).filter((name) => /\.(css|js)$/.test(name));
  const own = names.find((name) => name.startsWith('worker-'));
  const paths = [
    ...names.filter((name) => name !== own).map((name) => `assets/${name}`),
    ...['icon-192.png', 'icon.svg'],
  ].sort();
  const files = new Map(paths.map((path) => [path, readFileSync(join(folder, path))]));
  const list = [...files].map(([path, { length }]): AppFile => [path, length]);
  const code = readFileSync(join(folder, own ? `assets/${own}` : 'sw.js'), 'utf8');
  const worker = code.replace(/\[\{[^\]]*"?revision"?:[^\]]*\]/, '[]');
  const entries = paths.map((url) => ({ revision: null, url }));
  return {
    files,
    bundle: Buffer.concat([Buffer.from(`${JSON.stringify(list)}\n`), ...files.values()]),
    page: readFileSync(join(folder, 'index.html')),
    worker: Buffer.from(worker),
    whole: Buffer.from(own ? worker + JSON.stringify(entries) : code),
  };
}

/** A registered script is a line with a hash. */
const lineBytes = 162;
const sent = (bytes: Buffer): number => brotliCompressSync(bytes).length;

export type UpdateBytes = { whole: number; update: number; difference: number; worker: number };

/** Returns the bytes of an update, without headers: as whole files, as it was until the end of November 2026, and as a difference. */
export function updateBytes(before: string, after: string): UpdateBytes {
  const [old, now] = [read(before), read(after)];
  const page = sent(now.page);
  let whole = page + sent(now.whole);
  for (const [path, bytes] of now.files) if (!old.files.get(path)?.equals(bytes)) whole += sent(bytes);
  const difference = sent(differenceOf(old.bundle, now.bundle));
  const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
  const worker = hashOf(old.worker) === hashOf(now.worker) ? 0 : sent(now.worker);
  return { whole, update: lineBytes + page + difference + worker, difference, worker };
}
