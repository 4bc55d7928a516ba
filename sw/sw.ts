/// <reference lib="webworker" />
import { answerRead, keptRead } from './keptAnswers.ts';
import { answerFile, openedFile } from './keptFiles.ts';
import { openFrom } from './notificationClick.ts';
import { serveOwnFiles } from './ownFiles.ts';
import { receivePush } from './push.ts';
import { resubscribe, type SubscriptionChange } from './resubscribe.ts';
import { sendWaiting } from './sendWaiting.ts';
import { isShare, takeShare } from './shareTarget.ts';

/** Of browsers with background sync. */
interface SyncEvent extends ExtendableEvent {
  readonly tag: string;
}

declare const self: ServiceWorkerGlobalScope;

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

serveOwnFiles(notOurs);
// The first version looks after the windows that installed it; a later one waits until a person chose it.
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('message', (event) => {
  // Sent when a person chose "Update"; until then a new version waits, so that no page changes under its reader.
  if (event.data?.type === 'SKIP_WAITING') void self.skipWaiting();
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const waitUntil = (work: Promise<unknown>) => event.waitUntil(work.catch(() => undefined));
  const read = keptRead(request);
  const file = read ? null : openedFile(request);
  if (read) event.respondWith(answerRead(request, read, waitUntil).catch(() => Response.error()));
  else if (file) event.respondWith(answerFile(request, file, waitUntil).catch(() => Response.error()));
  else if (isShare(request)) event.respondWith(takeShare(request));
  // Everything else goes past us, uploads above all: some browsers would send them without their bodies.
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
