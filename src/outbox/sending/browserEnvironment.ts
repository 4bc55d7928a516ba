import { storageLeft } from '../../api/storageLeft.ts';
import type { Channel, Environment, Notice, Wire } from '../records/environment.ts';
import { wakesWorker } from './backgroundSync.ts';
import { createWire } from './wire.ts';

/** Lanes over HTTP/1.1: a browser has six connections to a host, and the event stream takes one. */
const lanesOverHttp1 = 5;
/** Lanes over HTTP/2 and later, where all requests share one connection and nothing else waits for them. */
const lanesOverHttp2 = 20;

/** Follows the protocol of the backend's responses. @returns how many lanes may send at a time; until it is known, as over HTTP/1.1 */
function followProtocol(): () => number {
  let lanes = lanesOverHttp1;
  new PerformanceObserver((requests) => {
    for (const request of requests.getEntries() as PerformanceResourceTiming[]) {
      // Responses of the worker and cut ones have no protocol.
      if (!request.nextHopProtocol || new URL(request.name).origin !== location.origin) continue;
      lanes = /^h[23]/.test(request.nextHopProtocol) ? lanesOverHttp2 : lanesOverHttp1;
    }
  }).observe({ type: 'resource', buffered: true });
  return () => lanes;
}

const channelName = 'ev-outbox';

/** Connects the pages and the worker of this device. */
function openChannel(): Channel {
  if (typeof BroadcastChannel !== 'function') return { post: () => undefined, listen: () => () => undefined };
  const channel = new BroadcastChannel(channelName);
  return {
    post: (notice) => channel.postMessage(notice),
    listen(listener) {
      const hear = ({ data }: MessageEvent<Notice>) => listener(data);
      channel.addEventListener('message', hear);
      return () => channel.removeEventListener('message', hear);
    },
  };
}

function onceUnlocked(name: string, run: () => void): () => void {
  const wait = new AbortController();
  // Shared, so that several windows need not wait for each other.
  navigator.locks
    .request(name, { mode: 'shared', signal: wait.signal }, () => undefined)
    .then(run, () => undefined);
  return () => wait.abort();
}

/** Creates the environment of a page or of the service worker, which differ in the token. @param onProgress in pages only */
export function browserEnvironment(
  token: Environment['token'],
  onProgress?: Wire['onProgress'],
): Environment {
  return {
    holder: crypto.randomUUID(),
    now: () => Date.now(),
    elapsed: () => performance.now(),
    random: () => Math.random(),
    uuid: () => crypto.randomUUID(),
    after(delayMs, run) {
      const timer = setTimeout(run, delayMs);
      return () => clearTimeout(timer);
    },
    indexedDB: globalThis.indexedDB,
    storageLeft,
    lock: navigator.locks
      ? (name, work) =>
          navigator.locks.request(name, { ifAvailable: true }, async (lock) => {
            if (lock) await work();
            return lock !== null;
          })
      : null,
    ...(navigator.locks && { onceUnlocked }),
    channel: openChannel(),
    wire: createWire(onProgress),
    sendsWithoutPages: wakesWorker.get,
    lanesAtOnce: followProtocol(),
    token,
  };
}
