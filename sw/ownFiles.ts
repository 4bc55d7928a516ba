/// <reference lib="webworker" />
import { cleanupOutdatedCaches, PrecacheController, PrecacheRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';

/** Of browsers with static routes. */
type RouterCondition = { urlPattern: URLPatternInit; requestMode?: RequestMode };
type RouterRule = { condition: RouterCondition; source: { cacheName: string } };
type URLPatternInit = { pathname: string; search?: string };
type RoutingEvent = ExtendableEvent & { addRoutes?(rules: RouterRule[]): Promise<void> };

declare const self: ServiceWorkerGlobalScope;

const page = '/index.html';
/** Where the app is opened: from its icon, from the icon's shortcuts, and the list of all jobs by its own address. */
const startPages = ['/', '/jobs/listing/all', '/jobs/create', '/messages'];

/** A cache is kept at a sign-out by this word: what is in it is the app's. */
const startCaches = 'precache-start-';

/**
 * Keeps the files of the app, and answers with them, a page with the one page there is; with those that a start needs also while
 * no worker runs, in browsers that let a rule say so: the page need not wait for it to wake. A browser that finds nothing by a
 * rule asks the service.
 *
 * @param notOurs paths of the service, not of the app
 */
export function serveOwnFiles(notOurs: RegExp[]): void {
  const controller = new PrecacheController();
  controller.addToCacheList(self.__WB_MANIFEST);
  const { cacheName } = controller.strategy;
  const startCache = `${startCaches}${controller.getCacheKeyForURL(page)}`;

  /** Under the addresses themselves, by which the browser looks. */
  async function keepStartPages(): Promise<void> {
    const kept = await controller.matchPrecache(page);
    if (!kept) throw new Error('The page of the app is not kept.');
    const cache = await caches.open(startCache);
    for (const address of startPages) await cache.put(address, kept.clone());
  }

  async function dropOldPages(): Promise<void> {
    for (const name of await caches.keys()) {
      if (name.startsWith(startCaches) && name !== startCache) await caches.delete(name);
    }
  }

  self.addEventListener('install', (event: RoutingEvent) => {
    event.waitUntil(controller.install(event).then(keepStartPages));
    const rules: RouterRule[] = startPages.map((pathname) => ({
      condition: { urlPattern: { pathname, search: '' }, requestMode: 'navigate' },
      source: { cacheName: startCache },
    }));
    rules.push({ condition: { urlPattern: { pathname: '/assets/*' } }, source: { cacheName } });
    // Without rules, or where they are not understood, the worker answers.
    if (event.addRoutes) event.waitUntil(event.addRoutes(rules).catch(() => undefined));
  });
  self.addEventListener('activate', (event) => {
    event.waitUntil(controller.activate(event).then(dropOldPages));
  });
  cleanupOutdatedCaches();
  registerRoute(new PrecacheRoute(controller));
  registerRoute(new NavigationRoute(controller.createHandlerBoundToURL(page), { denylist: notOurs }));
}
