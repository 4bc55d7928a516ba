/// <reference lib="webworker" />
import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';

declare const self: ServiceWorkerGlobalScope & {
  __WB_MANIFEST: (string | { url: string; revision: string | null })[];
};

/** What the server answers itself: calls, development pages, and the identity provider's paths. */
const notOurs = [
  /^\/api(\/|$)/,
  /^\/dev(\/|$)/,
  /^\/emulator(\/|$)/,
  /^\/identitytoolkit\.googleapis\.com\//,
  /^\/securetoken\.googleapis\.com\//,
  /^\/__\//,
  /\.[a-z0-9]{2,12}$/i,
];

precacheAndRoute(self.__WB_MANIFEST);
cleanupOutdatedCaches();
registerRoute(new NavigationRoute(createHandlerBoundToURL('/index.html'), { denylist: notOurs }));

self.addEventListener('message', (event) => {
  // Sent when a person chose "Update"; until then a new version waits, so that no page changes under its reader.
  if (event.data?.type === 'SKIP_WAITING') void self.skipWaiting();
});
