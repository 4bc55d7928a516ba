import { useSyncExternalStore } from 'react';
import { onServerTime, serverTime } from '../timing.ts';

const tickMs = 5000;
// One clock for the whole page, so that two texts on screen never differ; it runs while any component uses it.
let now = Date.now() / 1000;
let timer: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

function tick(): void {
  if (document.visibilityState === 'hidden') return;
  now = Date.now() / 1000;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  const unsubscribe = onServerTime(listener);
  if (timer === undefined) {
    timer = setInterval(tick, tickMs);
    // Updates a page as soon as it is visible again.
    document.addEventListener('visibilitychange', tick);
  }
  return () => {
    listeners.delete(listener);
    unsubscribe();
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
    document.removeEventListener('visibilitychange', tick);
  };
}

/** The shared clock; not the time itself, because two reads in one rendering must agree. */
function clock(): number {
  const real = Date.now() / 1000;
  if (real - now > tickMs / 1000) now = real;
  return now;
}

/** Returns the shared clock as the server's: what it has counted and dated is then right beside a wrong clock of this device. */
function serverClock(): number {
  return clock() + (serverTime() - Date.now()) / 1000;
}

/**
 * Returns a text about a moment of the server's, such as a message or a due date, as `useTicking`.
 *
 * @param textAt the text at a moment, in seconds
 */
export function useServerTicking<T extends string | number>(textAt: (nowSeconds: number) => T): T {
  return useSyncExternalStore(subscribe, () => textAt(serverClock()));
}

/**
 * Returns a text that depends on the time of this device, updated by one clock for all that is on screen. Renders only when the text
 * changes.
 *
 * @param textAt the text at a moment, in seconds
 */
export function useTicking<T extends string | number>(textAt: (nowSeconds: number) => T): T {
  return useSyncExternalStore(subscribe, () => textAt(clock()));
}
