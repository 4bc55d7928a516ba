import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';

const beatMs = 5;
const leastMs = 40;

/**
 * Reports each long block of this process's event loop, by the CPU time of the loop's
 * thread between two ticks of a timer that is due every 5 ms: time in which the machine ran something else does not count.
 *
 * @param report called with milliseconds and the requests that were in flight or arrived then
 * @returns skips the time until now, for the measurement's own work
 */
export function watchLoop(report: (ms: number, requests: string[]) => void): () => void {
  const inFlight = new Set<string>();
  let seen = new Set<string>();
  const names = new WeakMap<object, string>();
  subscribe('http.server.request.start', (message) => {
    const { request } = message as { request: IncomingMessage };
    const name = `${request.method} ${request.url?.slice(0, 80)}`;
    names.set(request, name);
    inFlight.add(name);
    seen.add(name);
  });
  subscribe('http.server.response.finish', (message) => {
    const { request } = message as { request: IncomingMessage };
    inFlight.delete(names.get(request) ?? '');
  });

  let before = process.threadCpuUsage();
  setInterval(() => {
    const { user, system } = process.threadCpuUsage(before);
    before = process.threadCpuUsage();
    const ms = (user + system) / 1000;
    if (ms >= leastMs) report(ms, [...new Set([...seen, ...inFlight])]);
    seen = new Set();
  }, beatMs).unref();
  return () => {
    before = process.threadCpuUsage();
  };
}
