import { createReadStream, existsSync, statSync } from 'node:fs';
import { cp, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, request as requestTo, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { build, loadConfigFromFile, mergeConfig, type PluginOption } from 'vite';
import { documentOf, immutable } from '../../../server/http/staticApp.ts';
import { readBundle, versionIn } from '../../../server/updates/bundle.ts';
import { differenceOf } from '../../../server/updates/difference.ts';
import { differencePath } from '../../../src/contract/appFiles.ts';
import { listen } from '../../support/network/listen.ts';
import { type Change, plant } from '../../support/run/plant.ts';

const mimeTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
};

/** What a build reads. */
const sources = [
  'index.html',
  'manifest.webmanifest',
  'package.json',
  'public',
  'src',
  'sw',
  'tsconfig.json',
];

/** Copies the sources of the app, and changes the copy. */
async function copySources(changes: readonly Change[]): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'ev-version-'));
  for (const name of sources) await cp(name, join(root, name), { recursive: true });
  await symlink(join(process.cwd(), 'node_modules'), join(root, 'node_modules'));
  for (const [file, source] of plant(changes)) await writeFile(join(root, file), source);
  return root;
}

/**
 * Builds the app so that no file of it but the page itself shares its name with another version.
 *
 * @param changes of the sources, in this version only
 */
export async function buildVersion(version: string, changes: readonly Change[] = []): Promise<string> {
  const dir = join(process.cwd(), 'node_modules', '.cache', 'versions', version);
  const named = `assets/${version}-[name]-[hash]`;
  const loaded = await loadConfigFromFile({ command: 'build', mode: 'production' });
  const { plugins = [], ...config } = loaded?.config ?? {};
  const root = await copySources(changes);
  await build(
    mergeConfig(config, {
      root,
      configFile: false,
      logLevel: 'error',
      // Compressing takes as long as the rest of the build.
      plugins: plugins.flat().filter((plugin) => !isNamed(plugin, 'compressed')),
      build: {
        outDir: dir,
        emptyOutDir: true,
        // Minifying makes no difference between two versions.
        minify: false,
        reportCompressedSize: false,
        rollupOptions: {
          output: {
            entryFileNames: `${named}.js`,
            chunkFileNames: `${named}.js`,
            assetFileNames: `${named}[extname]`,
          },
        },
      },
    }),
  );
  await rm(root, { recursive: true });
  return dir;
}

function isNamed(plugin: PluginOption, name: string): boolean {
  return typeof plugin === 'object' && plugin !== null && 'name' in plugin && plugin.name === name;
}

/** One address behind which the app's version changes, as after a release; everything else is the product's at `target`. */
export type Releases = {
  url: string;
  deploy(dir: string): void;
  /** The paths that were asked for since the last release. */
  asked(): readonly string[];
  /** What happens to differences on their way. */
  change: (difference: Buffer) => Buffer;
  close(): Promise<void>;
};

export async function startReleases(target: string): Promise<Releases> {
  const { hostname, port: targetPort } = new URL(target);
  let dir = '';
  let asked: string[] = [];
  const dirs = new Map<string, string>();

  /** Returns the difference that a path names, from a version that was there before. */
  function differenceAt(pathname: string): Buffer | null {
    const to = versionIn(dir) ?? '';
    const [from, before] = [...dirs].find(([version]) => pathname === differencePath(version, to)) ?? [];
    if (from === undefined || before === undefined) return null;
    return releases.change(differenceOf(readBundle(before, from), readBundle(dir, to)));
  }

  function passOn(near: IncomingMessage, answer: ServerResponse): void {
    const { method, url, headers } = near;
    const far = requestTo({ host: hostname, port: targetPort, method, path: url, headers }, (back) => {
      answer.writeHead(back.statusCode ?? 502, back.headers);
      back.pipe(answer);
    });
    far.on('error', () => answer.destroy());
    answer.on('close', () => far.destroy());
    near.pipe(far);
  }

  function sendFile(path: string, answer: ServerResponse): void {
    answer.writeHead(200, {
      'content-type': mimeTypes[extname(path)] ?? 'application/octet-stream',
      'cache-control': path.includes('/assets/') ? immutable : 'no-cache',
    });
    createReadStream(path).pipe(answer);
  }

  const server = createServer((near, answer) => {
    const { pathname } = new URL(near.url ?? '/', target);
    const file = join(dir, pathname);
    asked.push(pathname);
    const difference = differenceAt(pathname);
    if (difference) answer.writeHead(200, { 'content-type': 'application/octet-stream' }).end(difference);
    else if (near.method === 'GET' && existsSync(file) && statSync(file).isFile()) sendFile(file, answer);
    else if (near.headers.accept?.includes('text/html'))
      sendFile(join(dir, documentOf(near.url ?? '/')), answer);
    else passOn(near, answer);
  });
  const releases: Releases = {
    url: `http://127.0.0.1:${await listen(server)}`,
    deploy(next) {
      dir = next;
      asked = [];
      dirs.set(versionIn(dir) ?? '', dir);
    },
    asked: () => asked,
    change: (difference) => difference,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return releases;
}
