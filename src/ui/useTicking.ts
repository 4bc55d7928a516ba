import { useSyncExternalStore } from 'react';

const tickMs = 5000;
// One clock for the whole page, so that words on two places of the screen never differ; it runs while anything is shown by it.
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
  if (timer === undefined) {
    timer = setInterval(tick, tickMs);
    // A page that was away shows its old words no longer than it takes to come back.
    document.addEventListener('visibilitychange', tick);
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
    document.removeEventListener('visibilitychange', tick);
  };
}

/** The shared clock; not the time itself, because what is read twice in one rendering must be the same. */
function clock(): number {
  const real = Date.now() / 1000;
  if (real - now > tickMs / 1000) now = real;
  return now;
}

/**
 * Words that depend on the time, kept true by one clock for all that is on screen: only whose words change is drawn again.
 *
 * @param words of a moment in seconds; must answer equal words with equal values
 */
export function useTicking<T extends string | number>(words: (nowSeconds: number) => T): T {
  return useSyncExternalStore(subscribe, () => words(clock()));
}
