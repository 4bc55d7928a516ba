const throttleMs = 500;
const debounceMs = 1500;
const longestDebounceMs = 10_000;

/** By name: whether the work was asked for again while it rests. */
const resting = new Map<string, boolean>();

/** Runs work at once, and however often it is asked for within the next half second, once more after it. */
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

// A hidden page may be frozen or closed, so it runs what it has put off first.
globalThis.document?.addEventListener('visibilitychange', () => {
  if (document.visibilityState !== 'hidden') return;
  for (const { timer, run } of [...pending.values()]) {
    clearTimeout(timer);
    run();
  }
});

/** Runs work once it was not asked for in 1.5 s; asked for without a pause, every 10 s. */
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

/** Returns what runs work a moment after it is asked for, once for all who ask until then, and not again within `restMs`. */
export function spaced(work: () => void, soonMs: number, restMs: number): () => void {
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
