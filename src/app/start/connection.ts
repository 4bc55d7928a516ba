import { call } from '../../api/client.ts';
import { getConnectivity, noteUnreachable, onConnectivityChange } from '../../api/connectivity.ts';
import { apply } from '../../cache/apply.ts';
import { getSession } from '../../session/session.ts';

/** Limits a probe as a whole: the token's renewal has no time limit of its own. */
const probeLimitMs = 15_000;
/** After a connection shorter than this, the wait goes on growing. */
const flappingMs = 30_000;
const shortestMs = 2000;
const longestMs = 60_000;

/**
 * Returns milliseconds until the next probe: from 2 s, doubled each time, at most a minute.
 *
 * @param misses in a row so far
 * @param random at least 0, below 1: jitter, so that pages do not reconnect together
 */
export function probeWaitMs(misses: number, random: number): number {
  const bound = Math.min(longestMs, shortestMs * 2 ** Math.min(misses, 10));
  return bound * (0.5 + random / 2);
}

/** Probes the backend while it is unreachable. The outcomes of probes and calls are noted in one place (`api/connectivity.ts`). */
export type Connection = {
  /** Probes once after a failure that the connection may have caused. */
  check(): void;
  /** Probes now, at the user's request. */
  tryNow(): Promise<void>;
};

/** Starts watching. Called once. */
export function watchConnection(): Connection {
  let misses = 0;
  let reconnectedAt = Number.NEGATIVE_INFINITY;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isProbing = false;
  let wasReachable = getConnectivity().reachable;

  /** Reads one row. */
  async function probe(): Promise<void> {
    const session = getSession();
    clearTimeout(timer);
    timer = undefined;
    if (isProbing || !('email' in session)) return;
    isProbing = true;
    const late = setTimeout(noteUnreachable, probeLimitMs);
    try {
      await call('profile', { params: { email: session.email }, fresh: true });
    } catch {
      // Noted.
    } finally {
      clearTimeout(late);
      isProbing = false;
      if (!getConnectivity().reachable) probeLater();
    }
  }

  function probeLater(): void {
    if (timer !== undefined || isProbing) return;
    timer = setTimeout(() => void probe(), probeWaitMs(misses, Math.random()));
    misses += 1;
  }

  /** Probes now, after an event that may have brought the connection back. */
  function probeNow(): void {
    if (getConnectivity().reachable) return;
    misses = 0;
    void probe();
  }

  if (!wasReachable) probeLater();
  onConnectivityChange(() => {
    const { reachable } = getConnectivity();
    if (reachable === wasReachable) return;
    wasReachable = reachable;
    if (reachable) {
      clearTimeout(timer);
      timer = undefined;
      reconnectedAt = performance.now();
      apply({ kind: 'reset', readBefore: getConnectivity().missedAt });
    } else {
      if (performance.now() - reconnectedAt > flappingMs) misses = 0;
      probeLater();
    }
  });
  // The browser's events are hints: a probe decides.
  window.addEventListener('offline', () => void probe());
  window.addEventListener('online', probeNow);
  window.addEventListener('pageshow', probeNow);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') probeNow();
  });
  return {
    check() {
      if (getConnectivity().reachable) void probe();
    },
    tryNow() {
      misses = 0;
      return probe();
    },
  };
}
