/// <reference lib="webworker" />
import { type AppFile, filesPath } from '../src/contract/appFiles.ts';
import {
  addressOf,
  cacheOf,
  hashedCache,
  otherVersions,
  presentUrls,
  startCache,
  storedList,
  storeFile,
  storeList,
  version,
  versionCache,
} from './storedFiles.ts';
import { updateFiles } from './updateFiles.ts';

/** A condition of a static route, in browsers that have them. */
type RouterCondition = { urlPattern: URLPatternInit; requestMode?: RequestMode };
type RouterRule = { condition: RouterCondition; source: { cacheName: string } };
type URLPatternInit = { pathname: string; search?: string };
type RoutingEvent = ExtendableEvent & { addRoutes?(rules: RouterRule[]): Promise<void> };

declare const self: ServiceWorkerGlobalScope;

const page = '/index.html';
/** The pages at which the app is opened: by its icon, by the icon's shortcuts, and the list of all jobs by its own address. */
const startPages = ['/', '/jobs/listing/all', '/jobs/create', '/messages'];

const types: Readonly<Record<string, RegExp>> = {
  css: /^text\/css/i,
  js: /^(text|application)\/javascript/i,
  png: /^image\//i,
  svg: /^image\//i,
};

type OwnFiles = {
  /** Returns the response to a request for a file or a page of the app; null for every other request. */
  respond(request: Request): Promise<Response> | null;
  /** Restores the files that the browser has cleared since they were installed. */
  restore(): Promise<void>;
};

/**
 * Lets only files of this version of the app into the cache: a network's sign-in page in the place of one would stay there until
 * the next version. Judged by what it is, because the files may be served by any host.
 *
 * @param urls the addresses of all its files
 */
async function isOwnFile(url: string, response: Response, urls: ReadonlySet<string>): Promise<boolean> {
  if (response.status !== 200 || response.redirected) return false;
  const ending = new URL(url).pathname.split('.').at(-1) ?? '';
  if (ending === 'html') {
    const html = await response.clone().text();
    // The page of another version names files that are not of this one.
    const named = html.match(/\/assets\/[\w.-]+\.(?:js|css)/g) ?? [];
    return html.includes('manifest.webmanifest') && named.every((path) => urls.has(addressOf(path)));
  }
  const type = response.headers.get('content-type') ?? '';
  return types[ending]?.test(type) ?? !/html/i.test(type);
}

/** Returns the list of the files of this version; null when the server has another by now. */
async function fetchList(): Promise<AppFile[] | null> {
  const response = await fetch(filesPath(version));
  return response.status === 200 && !response.redirected ? response.json() : null;
}

/**
 * Fetches the files that are missing. The page is fetched by every version: the server writes the firm into it, and its headers.
 *
 * @returns false at the first that is not available, because the server has another version by now
 */
async function fillCaches(list: AppFile[] | null): Promise<boolean> {
  if (!list) return false;
  const urls = new Set([...list.map(([path]) => path), page].map(addressOf));
  const present = await presentUrls();
  for (const url of urls) {
    if (present.has(url)) continue;
    // A file of the build is never another under the same name.
    const response = await fetch(url, { cache: cacheOf(url) === hashedCache ? 'default' : 'no-cache' });
    if (!(await isOwnFile(url, response, urls))) return false;
    await storeFile(url, response);
  }
  await storeList(list);
  return true;
}

/** Stores the page under the start addresses, by which static routes look. */
async function storeStartPages(): Promise<void> {
  const stored = await caches.match(addressOf(page), { cacheName: startCache });
  if (!stored) throw new Error('The page of the app is not precached.');
  const cache = await caches.open(startCache);
  for (const address of startPages) await cache.put(address, stored.clone());
}

async function install(): Promise<void> {
  const list = await updateFiles().catch(fetchList);
  if (!(await fillCaches(list))) throw new Error('A file of this version of the app is not to be had.');
  await storeStartPages();
}

/** Drops what this version does not need. Where a newer one is being installed, that one does it: its files are none of ours. */
async function dropOtherVersions(): Promise<void> {
  const list = await storedList(version);
  if (!list || self.registration.installing) return;
  for (const other of await otherVersions()) await caches.delete(versionCache(other));
  const current = new Set(list.map(([path]) => addressOf(path)));
  const cache = await caches.open(hashedCache);
  for (const { url } of await cache.keys()) {
    if (self.registration.installing) return;
    if (!current.has(url)) await cache.delete(url);
  }
}

async function serve(key: string, request: Request | string, cacheName: string): Promise<Response> {
  return (await caches.match(key, { cacheName }).catch(() => undefined)) ?? fetch(request);
}

/**
 * Precaches the files of the app and serves them; every page gets the one document. In browsers with static routes, the files of a start
 * are served also while no worker runs, so that the page need not wait for it to wake; a browser that finds nothing by a route asks the
 * server. Without workbox-precaching, which takes 3 KB of the 35 of the worker and cannot restore.
 *
 * @param notOurs paths of the server, not of the app
 */
export function serveOwnFiles(notOurs: RegExp[]): OwnFiles {
  self.addEventListener('install', (event: RoutingEvent) => {
    event.waitUntil(install());
    const rules: RouterRule[] = startPages.map((pathname) => ({
      condition: { urlPattern: { pathname, search: '' }, requestMode: 'navigate' },
      source: { cacheName: startCache },
    }));
    rules.push({ condition: { urlPattern: { pathname: '/assets/*' } }, source: { cacheName: hashedCache } });
    // Without rules, or where they are not understood, the worker answers.
    if (event.addRoutes) event.waitUntil(event.addRoutes(rules).catch(() => undefined));
  });
  self.addEventListener('activate', (event) => event.waitUntil(dropOtherVersions()));

  return {
    respond(request) {
      const { origin, pathname, search } = new URL(request.url);
      if (request.method !== 'GET' || origin !== location.origin) return null;
      if (/^\/(assets\/|icon)/.test(pathname)) return serve(request.url, request, cacheOf(request.url));
      // The app fills it (`keepLogo`).
      if (pathname.startsWith('/firm/')) return serve(request.url, request, 'firm');
      const isPage = request.mode === 'navigate' && !notOurs.some((path) => path.test(pathname + search));
      return isPage ? serve(addressOf(page), page, startCache) : null;
    },
    async restore() {
      const isWhole = await fillCaches((await storedList(version)) ?? (await fetchList()));
      if (isWhole && !(await caches.match('/', { cacheName: startCache }))) await storeStartPages();
    },
  };
}
