import { base64, sha256 } from '../src/api/bytes.ts';
import { type AppFile, differencePath, versionOf } from '../src/contract/appFiles.ts';
import { applyDifference } from './difference.ts';
import {
  addressOf,
  cacheOf,
  otherVersions,
  presentUrls,
  storedList,
  storeFile,
  version,
} from './storedFiles.ts';

/** The types of files by the ends of their names. */
const types: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  png: 'image/png',
  svg: 'image/svg+xml',
};

/** Returns the version that was stored last and whole, with its bundle. @throws where a file is gone, or there is none */
async function storedVersion(): Promise<{ before: string; bundle: Uint8Array<ArrayBuffer> }> {
  for (const before of await otherVersions()) {
    const list = await storedList(before);
    if (!list) continue;
    const parts: BlobPart[] = [`${JSON.stringify(list)}\n`];
    for (const [path] of list) {
      const url = addressOf(path);
      const file = await caches.match(url, { cacheName: cacheOf(url, before) });
      if (!file) throw new Error('A file is gone.');
      parts.push(await file.blob());
    }
    return { before, bundle: new Uint8Array(await new Blob(parts).arrayBuffer()) };
  }
  throw new Error('There is no earlier version.');
}

/**
 * Makes the files of this version from those of the one before, by a difference of a few kilobytes, and stores them. Nothing is stored
 * that is not this version by its hash.
 *
 * @returns the list of the files
 * @throws where the server has no difference, or anything is amiss in it or in what is stored
 */
export async function updateFiles(): Promise<AppFile[]> {
  const { before, bundle } = await storedVersion();
  const response = await fetch(differencePath(before, version), { cache: 'no-store' });
  if (response.status !== 200) throw new Error('There is no difference.');
  const made = applyDifference(bundle, new Uint8Array(await response.arrayBuffer()));
  if (versionOf(base64(await sha256(made))) !== version) throw new Error('It makes another version.');
  let at = made.indexOf(10);
  const list: AppFile[] = JSON.parse(new TextDecoder().decode(made.subarray(0, at)));
  at += 1;
  const present = await presentUrls();
  for (const [path, size] of list) {
    const url = addressOf(path);
    const headers = { 'content-type': types[path.split('.').at(-1) ?? ''] ?? '' };
    if (!present.has(url)) await storeFile(url, new Response(made.subarray(at, at + size), { headers }));
    at += size;
  }
  return list;
}
