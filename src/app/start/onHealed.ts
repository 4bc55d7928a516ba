import { getConnectivity, onConnectivityChange } from '../../api/connectivity.ts';

/** What breaks at the pace of its answers holds for less, a bad line outdoors for more. */
const heldMs = 5000;
const firstWaitMs = 500;
const longestWaitMs = 30_000;

/**
 * Does something at once when the backend is reached again. When that heals nothing, because what is tried then breaks it anew,
 * the waits double up to half a minute: else it would be tried at the pace of the answers.
 */
export function onHealed(work: () => void): void {
  let healedAt = Number.NEGATIVE_INFINITY;
  let waitMs = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  onConnectivityChange(() => {
    if (!getConnectivity().reachable || timer !== undefined) return;
    const now = performance.now();
    waitMs =
      now - healedAt > heldMs + waitMs ? 0 : Math.min(longestWaitMs, Math.max(firstWaitMs, 2 * waitMs));
    healedAt = now;
    if (waitMs === 0) return work();
    timer = setTimeout(() => {
      timer = undefined;
      work();
    }, waitMs);
  });
}
