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
  // Files of the build; an address of a person ends in something like `.com` too, and is the app's.
  /^[^?]*\.(css|html|js|json|map|png|svg|txt|webmanifest|xml)$/i,
];

precacheAndRoute(self.__WB_MANIFEST);
cleanupOutdatedCaches();
registerRoute(new NavigationRoute(createHandlerBoundToURL('/index.html'), { denylist: notOurs }));

self.addEventListener('message', (event) => {
  // Sent when a person chose "Update"; until then a new version waits, so that no page changes under its reader.
  if (event.data?.type === 'SKIP_WAITING') void self.skipWaiting();
});
