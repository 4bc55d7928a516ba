import type { CDPSession } from '@playwright/test';
import { slow4g } from './line.ts';

/** One request of a page; milliseconds since its first one began. */
export type Requested = {
  url: string;
  type: string;
  startMs: number;
  /** When the head of the response has arrived: a page begins to load its files then. */
  headMs: number;
  endMs: number;
  /** Bytes from the network; none from a cache or a worker. */
  bytes: number;
};

export type RequestLog = {
  all(): Requested[];
  /** Returns how long no request has begun or ended, apart from the event stream, which never ends. */
  quietMs(): number;
};

const listingPath = /\/api\/v2\/evjobs$/;

/** Records the requests of a page from here on, without those of its worker. */
export async function logRequests(session: CDPSession): Promise<RequestLog> {
  const byId = new Map<string, Requested>();
  let firstAt = 0;
  let lastAt = performance.now();
  const since = (seconds: number) => (seconds - firstAt) * 1000;
  const note = (requestId: string, change: (request: Requested) => void) => {
    const request = byId.get(requestId);
    if (request) change(request);
    lastAt = performance.now();
  };
  session.on('Network.requestWillBeSent', ({ requestId, request: { url }, type = 'Other', timestamp }) => {
    if (!url.startsWith('http') || byId.has(requestId)) return;
    firstAt ||= timestamp;
    lastAt = performance.now();
    const never = Number.POSITIVE_INFINITY;
    byId.set(requestId, { url, type, startMs: since(timestamp), headMs: never, endMs: never, bytes: 0 });
  });
  session.on('Network.responseReceived', ({ requestId, timestamp }) =>
    note(requestId, (request) => {
      request.headMs = since(timestamp);
    }),
  );
  session.on('Network.loadingFinished', ({ requestId, timestamp, encodedDataLength }) =>
    note(requestId, (request) => {
      request.endMs = since(timestamp);
      request.bytes = encodedDataLength;
    }),
  );
  session.on('Network.loadingFailed', ({ requestId }) => note(requestId, () => undefined));
  await session.send('Network.enable');
  return { all: () => [...byId.values()], quietMs: () => performance.now() - lastAt };
}

/** A request shorter than this on Slow 4G did not use the network: a worker or a cache answered it. */
const leastOnLineMs = slow4g.roundTripMs - 50;

/**
 * Returns how many requests had to wait for one another before the list could be drawn, on Slow 4G: the longest chain of requests
 * each of which began after the one before had arrived, up to the rows or to the code that draws them. On such a connection each
 * takes longer than anything that runs between them, so that a request that only happens to be later is not counted.
 */
export function chainDepth(requests: readonly Requested[], listMs: number): number {
  // The browser does not report the end of a response that a worker passes on.
  const readyMs = ({ type, headMs, endMs }: Requested) =>
    type === 'Document' || !Number.isFinite(endMs) ? headMs : endMs;
  const onLine = requests
    .filter((request) => readyMs(request) <= listMs && !request.url.endsWith('/events/stream'))
    .filter((request) => readyMs(request) - request.startMs >= leastOnLineMs)
    .sort((a, b) => a.startMs - b.startMs);
  const depths = new Map<Requested, number>();
  for (const request of onLine) {
    const earlier = onLine.filter((other) => readyMs(other) <= request.startMs);
    depths.set(request, 1 + Math.max(0, ...earlier.map((other) => depths.get(other) ?? 0)));
  }
  const needed = onLine.filter(
    ({ type, url }) => ['Document', 'Script', 'Stylesheet'].includes(type) || listingPath.test(url),
  );
  return Math.max(0, ...needed.map((request) => depths.get(request) ?? 0));
}
