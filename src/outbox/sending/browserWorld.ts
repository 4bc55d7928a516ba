import { apiBase } from '../../api/provenance.ts';
import type { Transfer } from '../../api/requestBody.ts';
import { storageLeft } from '../../api/storageLeft.ts';
import type { OutboxRecord } from '../records/record.ts';
import { createWire } from './wire.ts';
import type { Channel, Notice, Wire, World } from './world.ts';

/** Over HTTP/1.1 a browser has six lines to one host, of which the stream of what happens holds one. */
const onLinesOfTheirOwn = 5;
/** From HTTP/2 on all requests share one line, and nothing else waits for them. */
const onOneLine = 20;

function isBackends(url: string): boolean {
  return new URL(url).origin === new URL(apiBase(), location.href).origin;
}

/**
 * Follows by which protocol the backend answers; until it is known, each request is taken to need a line.
 *
 * @returns how many lanes may send side by side now
 */
function followLines(): () => number {
  let lanes = onLinesOfTheirOwn;
  new PerformanceObserver((requests) => {
    for (const request of requests.getEntries() as PerformanceResourceTiming[]) {
      // What the worker answered, and what was cut, came by no protocol.
      if (!request.nextHopProtocol || !isBackends(request.name)) continue;
      lanes = /^h[23]/.test(request.nextHopProtocol) ? onOneLine : onLinesOfTheirOwn;
    }
  }).observe({ type: 'resource', buffered: true });
  return () => lanes;
}

const channelName = 'ev-outbox';

/** How the pages and the worker of this device tell each other. */
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

function watched(wire: Wire, onProgress: (record: OutboxRecord, transfer: Transfer) => void): Wire {
  return {
    ...wire,
    onProgress,
    send: (outbound) =>
      wire.send({ ...outbound, onProgress: (transfer) => onProgress(outbound.record, transfer) }),
  };
}

/**
 * What the outbox needs, from the browser it runs in: a page and the service worker have all of it alike, but the token.
 *
 * @param onProgress told how much of a record's files has gone out; in pages only, a worker cannot tell
 */
export function browserWorld(
  token: World['token'],
  onProgress?: (record: OutboxRecord, transfer: Transfer) => void,
): World {
  const wire = createWire();
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
          navigator.locks.request(name, { ifAvailable: true }, async (held) => {
            if (held) await work();
            return held !== null;
          })
      : null,
    channel: openChannel(),
    wire: onProgress ? watched(wire, onProgress) : wire,
    lanesAtOnce: followLines(),
    token,
    honoursKeys: import.meta.env.VITE_IDEMPOTENCY_HEADER !== 'off',
  };
}
