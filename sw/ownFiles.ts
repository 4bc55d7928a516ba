/// <reference lib="webworker" />

/** A condition of a static route, in browsers that have them. */
type RouterCondition = { urlPattern: URLPatternInit; requestMode?: RequestMode };
type RouterRule = { condition: RouterCondition; source: { cacheName: string } };
type URLPatternInit = { pathname: string; search?: string };
type RoutingEvent = ExtendableEvent & { addRoutes?(rules: RouterRule[]): Promise<void> };

declare const self: ServiceWorkerGlobalScope & {
  /** The files of the build; the name of one without a revision carries its hash. */
  readonly __WB_MANIFEST: readonly { url: string; revision: string | null }[];
};

const page = '/index.html';
/** The pages at which the app is opened: by its icon, by the icon's shortcuts, and the list of all jobs by its own address. */
const startPages = ['/', '/jobs/listing/all', '/jobs/create', '/messages'];

/** A sign-out keeps caches with this word in their names: they hold the app. */
const startCaches = 'precache-start-';

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
 * Precaches the files of the app and serves them; every page gets the one document. In browsers with static routes, the files of a start
 * are served also while no worker runs, so that the page need not wait for it to wake; a browser that finds nothing by a route asks the
 * server. Without workbox-precaching, which takes 3 KB of the 35 of the worker and cannot restore; caches and
 * keys keep its names, so that an update keeps the files that stay the same.
 *
 * @param notOurs paths of the server, not of the app
 */
export function serveOwnFiles(notOurs: RegExp[]): OwnFiles {
  const cacheName = `workbox-precache-v2-${self.registration.scope}`;
  /** The key of each file by its address. */
  const keys = new Map(
    self.__WB_MANIFEST.map(({ url, revision }) => {
      const address = new URL(url, location.href);
      const { href } = address;
      if (revision !== null) address.searchParams.set('__WB_REVISION__', revision);
      return [href, address.href];
    }),
  );
  const pageUrl = new URL(page, location.href).href;
  const pageKey = keys.get(pageUrl) ?? pageUrl;
  const startCache = `${startCaches}${pageKey}`;

  /**
   * Lets only files of this version of the app into the cache: a network's sign-in page in the place of one would stay there until
   * the next version. Judged by what it is, because the files may be served by any host.
   */
  async function isOwnFile(url: string, response: Response): Promise<boolean> {
    if (response.status !== 200 || response.redirected) return false;
    const ending = new URL(url).pathname.split('.').at(-1) ?? '';
    if (ending === 'html') {
      const html = await response.clone().text();
      // The page of another version names files that are not of this one.
      const named = html.match(/\/assets\/[\w.-]+\.(?:js|css)/g) ?? [];
      return (
        html.includes('manifest.webmanifest') && named.every((path) => keys.has(new URL(path, url).href))
      );
    }
    const type = response.headers.get('content-type') ?? '';
    return types[ending]?.test(type) ?? !/html/i.test(type);
  }

  /**
   * Fetches the files that are missing.
   *
   * @returns false at the first that is not available, because the server has another version by now
   */
  async function fillCache(): Promise<boolean> {
    const cache = await caches.open(cacheName);
    const present = new Set((await cache.keys()).map(({ url }) => url));
    for (const [url, key] of keys) {
      if (present.has(key)) continue;
      // A file of the build is never another under the same name.
      const response = await fetch(url, { cache: url === key ? 'default' : 'no-cache' });
      if (!(await isOwnFile(url, response))) return false;
      await cache.put(key, response);
    }
    return true;
  }

  /** Stores the page under the start addresses, by which static routes look. */
  async function storeStartPages(): Promise<void> {
    const stored = await caches.match(pageKey, { cacheName });
    if (!stored) throw new Error('The page of the app is not precached.');
    const cache = await caches.open(startCache);
    for (const address of startPages) await cache.put(address, stored.clone());
  }

  async function install(): Promise<void> {
    if (!(await fillCache())) throw new Error('A file of this version of the app is not to be had.');
    await storeStartPages();
  }

  async function dropOtherVersions(): Promise<void> {
    const cache = await caches.open(cacheName);
    const current = new Set(keys.values());
    for (const { url } of await cache.keys()) if (!current.has(url)) await cache.delete(url);
    for (const name of await caches.keys()) {
      if (name.startsWith(startCaches) && name !== startCache) await caches.delete(name);
    }
  }

  self.addEventListener('install', (event: RoutingEvent) => {
    event.waitUntil(install());
    const rules: RouterRule[] = startPages.map((pathname) => ({
      condition: { urlPattern: { pathname, search: '' }, requestMode: 'navigate' },
      source: { cacheName: startCache },
    }));
    rules.push({ condition: { urlPattern: { pathname: '/assets/*' } }, source: { cacheName } });
    // Without rules, or where they are not understood, the worker answers.
    if (event.addRoutes) event.waitUntil(event.addRoutes(rules).catch(() => undefined));
  });
  self.addEventListener('activate', (event) => event.waitUntil(dropOtherVersions()));

  async function serve(key: string, request: Request | string, name = cacheName): Promise<Response> {
    return (await caches.match(key, { cacheName: name })) ?? fetch(request);
  }

  return {
    respond(request) {
      if (request.method !== 'GET') return null;
      const key = keys.get(request.url);
      if (key !== undefined) return serve(key, request);
      const { origin, pathname, search } = new URL(request.url);
      // The app fills it (`keepLogo`).
      if (pathname.startsWith('/firm/')) return serve(request.url, request, 'firm');
      const isPage = request.mode === 'navigate' && origin === location.origin;
      return isPage && !notOurs.some((path) => path.test(pathname + search)) ? serve(pageKey, page) : null;
    },
    async restore() {
      if ((await fillCache()) && !(await caches.match('/', { cacheName: startCache })))
        await storeStartPages();
    },
  };
}
