import * as v from 'valibot';
import { calls } from '../contract/calls.ts';
import { createStore } from '../store.ts';
import { shareInFlight } from '../timing.ts';
import { ApiError } from './ApiError.ts';
import { readText } from './blobs.ts';
import { cachedSince, fromBackend } from './cachedSince.ts';
import { send } from './http.ts';
import { isEnvelope, isMarked } from './provenance.ts';

/** Whether the backend can be reached, by the outcome of every call. What the browser believes about the network decides nothing. */
export type Connectivity = {
  reachable: boolean;
  /** When a call last found nobody there, in milliseconds; 0 for never. What was read earlier may be old. */
  missedAt: number;
  /** Something else responded in its place, last: perhaps the network has a sign-in page. */
  isForeign?: true;
};

/** Of this page or worker: a fact of its surroundings, which every call of it finds out more of. */
const connectivity = createStore<Connectivity>({ reachable: true, missedAt: 0 });

export const { get: getConnectivity, subscribe: onConnectivityChange } = connectivity;

/** The backend responded, be it with a refusal. */
export function noteReached(): void {
  const { reachable, missedAt } = connectivity.get();
  if (!reachable) connectivity.set({ reachable: true, missedAt });
}

/** Nobody responded, or somebody else did. */
export function noteMissed(isForeign = false): void {
  connectivity.set({ reachable: false, missedAt: Date.now(), ...(isForeign && { isForeign }) });
}

/** Whether an error says that the backend was not there: no response, somebody else's, or an excuse. */
function isMiss(error: ApiError): boolean {
  if (error.foreignStatus !== undefined) return true;
  if (error.code === 'offline' || error.code === 'unavailable') return true;
  return error.code === 'timeout' && error.status === 0;
}

/**
 * Notes the outcome of a call. One that the app aborted says nothing.
 *
 * @param mayBeCached a response may come out of this device without saying so: then only a miss says anything
 */
export async function tracked<T>(outcome: Promise<T>, mayBeCached = false): Promise<T> {
  try {
    const value = await outcome;
    // A cached copy stands in for a backend that did not respond, or not soon.
    if (cachedSince(value) !== undefined) noteMissed();
    else if (!mayBeCached) noteReached();
    return value;
  } catch (error) {
    if (error instanceof ApiError) {
      if (isMiss(error)) noteMissed(error.foreignStatus !== undefined);
      else noteReached();
    }
    throw error;
  }
}

/**
 * Whether the backend itself responds now, be it with a refusal: provably, because a captive portal responds too, and to a call of
 * §7, because every backend has it. It has as much time as a call: on a connection where a response takes five seconds, what waits
 * for a quicker one would never be sent.
 */
export async function doesBackendAnswer(token: string | null): Promise<boolean> {
  const { path, response: schema } = calls.stats;
  try {
    const response = await send({
      method: 'GET',
      path,
      cache: fromBackend,
      headers: token ? { authorization: `Bearer ${token}` } : {},
      acceptsRefusals: true,
    });
    if (isMarked(response)) {
      void response.body?.cancel();
      return true;
    }
    const body: unknown = JSON.parse(await readText(response));
    return isEnvelope(body) || (response.ok && v.safeParse(schema, body).success);
  } catch {
    return false;
  }
}

async function probe(token: string | null): Promise<boolean> {
  const reached = Promise.withResolvers<true>();
  const stop = onConnectivityChange(() => {
    if (getConnectivity().reachable) reached.resolve(true);
  });
  try {
    return await Promise.race([doesBackendAnswer(token), reached.promise]);
  } finally {
    stop();
  }
}

/**
 * Probes the backend. All callers share the probe in flight, and it succeeds early when the backend was out of reach and any other
 * call reaches it meanwhile: a probe that left on a dead connection would delay the queue when the connection is back.
 */
export const isBackendReachable = shareInFlight(probe);
