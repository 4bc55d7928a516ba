const throttleMs = 500;
const debounceMs = 1500;
const longestDebounceMs = 10_000;

/** The throttled work by name, and whether it was requested again. */
const resting = new Map<string, boolean>();

/** Runs work at once, and once more after half a second if it was requested again meanwhile. */
export function throttle(name: string, work: () => void): void {
  if (resting.has(name)) {
    resting.set(name, true);
    return;
  }
  resting.set(name, false);
  work();
  setTimeout(() => {
    const again = resting.get(name);
    resting.delete(name);
    if (again) throttle(name, work);
  }, throttleMs);
}

type Pending = { timer: ReturnType<typeof setTimeout>; until: number; run: () => void };

const pending = new Map<string, Pending>();

// A hidden page may be frozen or closed, so it runs what is pending first.
globalThis.document?.addEventListener('visibilitychange', () => {
  if (document.visibilityState !== 'hidden') return;
  for (const { timer, run } of [...pending.values()]) {
    clearTimeout(timer);
    run();
  }
});

/** Runs work 1.5 s after the last request for it, and at the latest 10 s after the first. */
export function debounce(name: string, work: () => void): void {
  const before = pending.get(name);
  clearTimeout(before?.timer);
  const now = performance.now();
  const until = before?.until ?? now + longestDebounceMs;
  const run = () => {
    pending.delete(name);
    work();
  };
  const timer = setTimeout(run, Math.max(0, Math.min(debounceMs, until - now)));
  pending.set(name, { timer, until, run });
}

/** Returns a function that runs work `soonMs` after a call, once for all calls until then, and at most every `restMs`. */
export function coalesced(work: () => void, soonMs: number, restMs: number): () => void {
  let isComing = false;
  let ranAt = Number.NEGATIVE_INFINITY;
  const run = () => {
    isComing = false;
    ranAt = performance.now();
    work();
  };
  return () => {
    if (!isComing) setTimeout(run, Math.max(soonMs, ranAt + restMs - performance.now()));
    isComing = true;
  };
}
