/// <reference lib="webworker" />
import { type AppFile, filesPath } from '../src/contract/appFiles.ts';

declare const self: ServiceWorkerGlobalScope & {
  /** Set by the script that is registered (`server/build/appVersion.ts`). */
  readonly appVersion: string;
};

export const version: string = self.appVersion;

/** What is under a hashed name, of all versions: an update keeps the files that stay the same. */
export const hashedCache: string = `workbox-precache-v2-${self.registration.scope}`;

/** What else a version has, in a cache of its own. A sign-out keeps caches with the word precache in their names: they hold the app. */
const versionCaches = 'precache-start-';
export const versionCache = (of: string): string => versionCaches + of;
export const startCache: string = versionCache(version);

export const addressOf = (path: string): string => new URL(path, location.href).href;

/** Returns the name of the cache that has a file of a version. */
export function cacheOf(url: string, of = version): string {
  return new URL(url).pathname.startsWith('/assets/') ? hashedCache : versionCache(of);
}

export async function storeFile(url: string, response: Response): Promise<void> {
  const cache = await caches.open(cacheOf(url));
  await cache.put(url, response);
}

/** Returns the list of the files of a version that is stored whole. */
export async function storedList(of: string): Promise<AppFile[] | undefined> {
  const list = await caches.match(addressOf(filesPath(of)), { cacheName: versionCache(of) });
  return list?.json();
}

/** Stores the list of this version, once all files are there. */
export async function storeList(list: readonly AppFile[]): Promise<void> {
  const cache = await caches.open(startCache);
  await cache.put(addressOf(filesPath(version)), new Response(JSON.stringify(list)));
}

/** Returns the other versions of which something is stored, the last one first. */
export async function otherVersions(): Promise<string[]> {
  const names = (await caches.keys()).filter((name) => name.startsWith(versionCaches));
  return names
    .map((name) => name.slice(versionCaches.length))
    .filter((of) => of !== version)
    .reverse();
}

/** Returns the addresses of all files that this version need not fetch. */
export async function presentUrls(): Promise<Set<string>> {
  const urls = new Set<string>();
  for (const name of [hashedCache, startCache]) {
    const cache = await caches.open(name);
    for (const { url } of await cache.keys()) urls.add(url);
  }
  return urls;
}
