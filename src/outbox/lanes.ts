import { apiBase } from '../api/provenance.ts';

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
export function followLines(): () => number {
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
