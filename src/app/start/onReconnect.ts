import { getConnectivity, onConnectivityChange } from '../../api/connectivity.ts';

/** A connection that lasts for less counts as flapping. */
const flappingMs = 5000;
const firstWaitMs = 500;
const longestWaitMs = 30_000;

/** Calls `work` when the backend is reachable again: at once, or with a back-off of up to 30 s while the connection flaps. */
export function onReconnect(work: () => void): void {
  let reconnectedAt = Number.NEGATIVE_INFINITY;
  let waitMs = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  onConnectivityChange(() => {
    if (!getConnectivity().reachable || timer !== undefined) return;
    const now = performance.now();
    waitMs =
      now - reconnectedAt > flappingMs + waitMs
        ? 0
        : Math.min(longestWaitMs, Math.max(firstWaitMs, 2 * waitMs));
    reconnectedAt = now;
    if (waitMs === 0) return work();
    timer = setTimeout(() => {
      timer = undefined;
      work();
    }, waitMs);
  });
}
