/// <reference lib="webworker" />
import { setClient } from '../src/api/client.ts';
import { createClient } from '../src/api/createClient.ts';
import { asTooLarge } from '../src/api/tooLarge.ts';
import { isPdfjsFile, readPdfjsFile } from '../src/offline/pdfjsFiles.ts';
import { openedFile, respondWithFile } from './cachedFiles.ts';
import { cachedRead, respondToRead } from './cachedReads.ts';
import { openFrom } from './notificationClick.ts';
import { serveOwnFiles } from './ownFiles.ts';
import { receivePush } from './receivePush.ts';
import { resubscribe, type SubscriptionChange } from './resubscribe.ts';
import { sendWaiting } from './sendWaiting.ts';
import { isShare, takeShare } from './shareTarget.ts';

/** The event of browsers with background sync. */
interface SyncEvent extends ExtendableEvent {
  readonly tag: string;
}

declare const self: ServiceWorkerGlobalScope;

/** Paths that are no pages of the app: calls, development pages, and the identity provider's paths. */
const notOurs = [
  /^\/api(\/|$)/,
  /^\/dev(\/|$)/,
  /^\/emulator(\/|$)/,
  /^\/identitytoolkit\.googleapis\.com\//,
  /^\/securetoken\.googleapis\.com\//,
  /^\/__\//,
  // Files of the build; a user page's address ends in something like `.com` too, and belongs to the app.
  /^[^?]*\.(css|html|js|json|map|png|svg|txt|webmanifest|xml)$/i,
];

// Its calls name their tokens.
setClient(createClient({ token: async () => null, explain: asTooLarge }));
const ownFiles = serveOwnFiles(notOurs);
// The first version controls the windows that installed it; a later one waits until the user chooses it.
self.addEventListener('activate', (event) => {
  event.waitUntil(self.clients.claim());
  // Earlier versions had the PDFs in it that they showed in a frame.
  event.waitUntil(caches.delete('documents'));
});

/** Returns how much this worker has fetched; 0 where the browser does not say. */
function fetchedBytes(): number {
  const fetched = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
  return fetched.reduce((sum, { transferSize = 0 }) => sum + transferSize, 0);
}

self.addEventListener('message', (event) => {
  // Sent when the user chose "Update"; until then a new version waits, so that no open page changes.
  if (event.data?.type === 'SKIP_WAITING') void self.skipWaiting();
  // Sent to a new version where the firm's server counts what its update takes.
  if (event.data?.type === 'FETCHED_BYTES') event.ports[0]?.postMessage(fetchedBytes());
  // Sent at each start of the app; without a connection nothing is restored.
  if (event.data?.type === 'RESTORE_FILES') event.waitUntil(ownFiles.restore().catch(() => undefined));
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  // Rejects for each response that is a network error; some browsers report it as unhandled.
  event.handled?.catch(() => undefined);
  const waitUntil = (work: Promise<unknown>) => event.waitUntil(work.catch(() => undefined));
  const read = cachedRead(request);
  const file = read ? null : openedFile(request);
  if (read) event.respondWith(respondToRead(request, read, waitUntil).catch(() => Response.error()));
  else if (file) event.respondWith(respondWithFile(request, file, waitUntil).catch(() => Response.error()));
  else if (isPdfjsFile(request)) event.respondWith(readPdfjsFile(request.url).catch(() => Response.error()));
  else if (isShare(request)) event.respondWith(takeShare(request));
  else {
    // Other requests bypass the worker, uploads above all: some browsers would send them without their bodies.
    const own = ownFiles.respond(event.request);
    if (own) event.respondWith(own.catch(() => Response.error()));
  }
});

self.addEventListener('sync', (event) => {
  const sync = event as SyncEvent;
  if (sync.tag === 'ev-outbox') sync.waitUntil(sendWaiting());
});

self.addEventListener('push', (event) => event.waitUntil(receivePush(event)));
self.addEventListener('notificationclick', (event) => event.waitUntil(openFrom(event.notification)));
self.addEventListener('pushsubscriptionchange', (event) => {
  const change = event as ExtendableEvent & SubscriptionChange;
  change.waitUntil(resubscribe(change));
});
