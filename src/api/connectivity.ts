import { healthPath } from '../contract/calls.ts';
import { createStore } from '../store.ts';
import { shareInFlight } from '../timing.ts';
import { ApiError } from './ApiError.ts';
import { send } from './http.ts';
import { fromBackend } from './provenance.ts';

/** Whether the backend can be reached, by the outcome of every call and not by what the browser says about the network. */
export type Connectivity = {
  reachable: boolean;
  /** When a call last failed to reach it, milliseconds since 1970; 0 for never. Data that was read before may be old. */
  missedAt: number;
  /** Something else responded to the last call, perhaps the sign-in page of a network. */
  isForeign?: true;
};

const connectivity = createStore<Connectivity>({ reachable: true, missedAt: 0 });

export const { get: getConnectivity, subscribe: onConnectivityChange } = connectivity;

/** Notes that the backend responded, be it with a refusal. */
export function noteReachable(): void {
  const { reachable, missedAt } = connectivity.get();
  if (!reachable) connectivity.set({ reachable: true, missedAt });
}

/** Notes that the backend did not respond. @param isForeign whether something else did */
export function noteUnreachable(isForeign = false): void {
  connectivity.set({ reachable: false, missedAt: Date.now(), ...(isForeign && { isForeign }) });
}

/** Whether an error means that the backend was not reached: no response, a foreign one, or `unavailable`. */
function isMiss(error: ApiError): boolean {
  if (error.foreignStatus !== undefined) return true;
  if (error.code === 'offline' || error.code === 'unavailable') return true;
  return error.code === 'timeout' && error.status === 0;
}

/**
 * Updates the connectivity by the outcome of a call, unless it was aborted.
 *
 * @param sourceOf says whose response it is; an unknown one may be from this device, so that it proves nothing
 */
export async function trackConnectivity<T>(
  outcome: Promise<T>,
  sourceOf: (value: T) => 'backend' | 'cache' | 'unknown' = () => 'backend',
): Promise<T> {
  try {
    const value = await outcome;
    // The worker responds from its cache when the backend does not respond in time.
    const source = sourceOf(value);
    if (source === 'cache') noteUnreachable();
    if (source === 'backend') noteReachable();
    return value;
  } catch (error) {
    if (error instanceof ApiError) {
      if (isMiss(error)) noteUnreachable(error.foreignStatus !== undefined);
      else noteReachable();
    }
    throw error;
  }
}

/**
 * Whether the backend responds now, be it with a refusal, and provably: a captive portal responds too. Asks for what it refuses nobody.
 * Has the time limit of a call: with a shorter one, nothing would be sent over a slow connection.
 */
export async function doesBackendRespond(): Promise<boolean> {
  try {
    const response = await send({
      method: 'GET',
      path: healthPath,
      cache: fromBackend,
      acceptsRefusals: true,
    });
    void response.body?.cancel();
    return true;
  } catch {
    return false;
  }
}

async function probe(): Promise<boolean> {
  const reached = Promise.withResolvers<true>();
  const stop = onConnectivityChange(() => {
    if (getConnectivity().reachable) reached.resolve(true);
  });
  try {
    return await Promise.race([doesBackendRespond(), reached.promise]);
  } finally {
    stop();
  }
}

/**
 * Probes the backend. All callers share the probe in flight. It succeeds early when another call reaches the backend meanwhile: a probe
 * that left on a dead connection would delay the queue.
 */
export const isBackendReachable = shareInFlight(probe);
