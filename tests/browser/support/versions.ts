import { createReadStream, existsSync, statSync } from 'node:fs';
import { createServer, type IncomingMessage, request as requestTo, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { build, loadConfigFromFile, mergeConfig, type PluginOption } from 'vite';

const mimeTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
};

/** Builds the app so that no file of it but the page itself shares its name with another version. */
export async function buildVersion(version: string): Promise<string> {
  const dir = join('node_modules', '.cache', 'versions', version);
  const named = `assets/${version}-[name]-[hash]`;
  const loaded = await loadConfigFromFile({ command: 'build', mode: 'production' });
  const { plugins = [], ...config } = loaded?.config ?? {};
  await build(
    mergeConfig(config, {
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
  return dir;
}

function isNamed(plugin: PluginOption, name: string): boolean {
  return typeof plugin === 'object' && plugin !== null && 'name' in plugin && plugin.name === name;
}

/** One address behind which the app's version changes, as after a release; everything else is the product's at `target`. */
export type Releases = { url: string; deploy(dir: string): void; close(): Promise<void> };

export async function startReleases(target: string): Promise<Releases> {
  const { hostname, port: targetPort } = new URL(target);
  let dir = '';

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
      'cache-control': 'no-cache',
    });
    createReadStream(path).pipe(answer);
  }

  const server = createServer((near, answer) => {
    const { pathname } = new URL(near.url ?? '/', target);
    const file = join(dir, pathname);
    if (near.method === 'GET' && existsSync(file) && statSync(file).isFile()) sendFile(file, answer);
    else if (near.headers.accept?.includes('text/html')) sendFile(join(dir, 'index.html'), answer);
    else passOn(near, answer);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    deploy(next) {
      dir = next;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
