import { existsSync, readdirSync } from 'node:fs';
import { readFile, rename, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';

/** Set for a build whose copies are made once the server runs (`compressApp`): they are four fifths of its work. */
export const compressesLater = 'COMPRESSES_LATER';

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

/** Writes a file under its name once it is whole, because the server may look for it meanwhile. */
async function writeWhole(file: string, bytes: Uint8Array, time: Date): Promise<void> {
  await writeFile(`${file}.part`, bytes);
  await utimes(`${file}.part`, time, time);
  await rename(`${file}.part`, file);
}

async function compress(file: string): Promise<void> {
  const bytes = await readFile(file);
  // Browsers are told by the time whether they have it: a copy is as old as its file.
  const { mtime } = await stat(file);
  await Promise.all([
    toBrotli(bytes).then((smaller) => writeWhole(`${file}.br`, smaller, mtime)),
    toGzip(bytes, { level: 9 }).then((smaller) => writeWhole(`${file}.gz`, smaller, mtime)),
  ]);
}

/** Returns the text files of a folder that have no brotli or no gzip copy beside them. */
export function uncompressedIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(css|html|m?js|json|svg|txt|wasm|webmanifest)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !existsSync(`${file}.br`) || !existsSync(`${file}.gz`));
}

/** Writes the copies that the files of a folder lack, on all processors. */
export async function compressFolder(folder: string): Promise<void> {
  await Promise.all(uncompressedIn(folder).map(compress));
}
