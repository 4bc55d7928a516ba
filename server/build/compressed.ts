import { readdirSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

async function compress(file: string): Promise<void> {
  const bytes = await readFile(file);
  await Promise.all([
    toBrotli(bytes).then((smaller) => writeFile(`${file}.br`, smaller)),
    toGzip(bytes, { level: 9 }).then((smaller) => writeFile(`${file}.gz`, smaller)),
  ]);
}

/** Writes brotli and gzip copies beside every text file of a folder, on all processors: it is most of the work of a build. */
export async function compressFolder(folder: string): Promise<void> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(css|html|m?js|svg|txt|wasm|webmanifest)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
  await Promise.all(files.map(compress));
}

/** Compresses the files of the build, the service worker included, which is built last. */
export function compressed(): Plugin {
  let folder: string;
  return {
    name: 'compressed',
    apply: 'build',
    configResolved({ build }) {
      folder = build.outDir;
    },
    closeBundle: { order: 'post', sequential: true, handler: () => compressFolder(folder) },
  };
}
