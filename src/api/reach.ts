import { ApiError } from './ApiError.ts';
import { keptSince } from './keptSince.ts';

/**
 * Whether the backend can be reached: told by what calls come to, whoever makes them. What the browser believes about the
 * network decides nothing.
 */
export type Reach = {
  reachable: boolean;
  /** When a call last found nobody there, in milliseconds; 0 for never. What was read earlier may be old. */
  missedAt: number;
};

let reach: Reach = { reachable: true, missedAt: 0 };
const listeners = new Set<() => void>();

export function getReach(): Reach {
  return reach;
}

/** @returns what stops it */
export function onReachChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function put(next: Reach): void {
  reach = next;
  for (const listener of listeners) listener();
}

/** The backend answered, be it with a refusal. */
export function noteReached(): void {
  if (!reach.reachable) put({ ...reach, reachable: true });
}

/** Nobody answered, or somebody else did. */
export function noteMissed(): void {
  put({ reachable: false, missedAt: Date.now() });
}

/** Whether an error says that the backend was not there: no answer, a stranger's, or a proxy's excuse. */
function isMiss(error: ApiError): boolean {
  if (error.code === 'offline' || error.code === 'unavailable') return true;
  if (error.code === 'timeout') return error.status === 0;
  return error.code === '' && !error.definite;
}

/**
 * Notes what a call comes to. One that was given up by the app says nothing.
 *
 * @param mayBeKept an answer may come out of this device without saying so: then only a miss tells anything
 */
export async function noted<T>(answer: Promise<T>, mayBeKept = false): Promise<T> {
  try {
    const value = await answer;
    // A kept copy stands in for a backend that did not answer, or not soon.
    if (keptSince(value) !== undefined) noteMissed();
    else if (!mayBeKept) noteReached();
    return value;
  } catch (error) {
    if (error instanceof ApiError) {
      if (isMiss(error)) noteMissed();
      else noteReached();
    }
    throw error;
  }
}
