import { call } from '../../api/client.ts';
import { getConnectivity, noteMissed, onConnectivityChange } from '../../api/connectivity.ts';
import { apply } from '../../cache/apply.ts';
import { pageOutbox } from '../../outbox/pageOutbox.ts';
import { recordsOwner } from '../../outbox/records/waiting.ts';
import { getSession } from '../../session/session.ts';
import { probeWaitMs } from './probeWait.ts';

/** A probe without an answer is given up: the token's renewal has no time limit of its own. */
const probeLimitMs = 15_000;
/** A line that held for less did not heal: the wait goes on growing. */
const heldMs = 30_000;

let misses = 0;
let healedAt = Number.NEGATIVE_INFINITY;
let timer: ReturnType<typeof setTimeout> | undefined;
let probing = false;

/** Asks for one row that every backend has. What it comes to is noted where all calls are. */
async function probe(): Promise<void> {
  const session = getSession();
  clearTimeout(timer);
  timer = undefined;
  if (probing || !('email' in session)) return;
  probing = true;
  const late = setTimeout(noteMissed, probeLimitMs);
  try {
    await call('profile', { params: { email: session.email }, fresh: true });
  } catch {
    // Noted.
  } finally {
    clearTimeout(late);
    probing = false;
    if (!getConnectivity().reachable) probeLater();
  }
}

function probeLater(): void {
  if (timer !== undefined || probing) return;
  timer = setTimeout(() => void probe(), probeWaitMs(misses, Math.random()));
  misses += 1;
}

/** Something happened that makes another try worth while. */
function probeNow(): void {
  if (getConnectivity().reachable) return;
  misses = 0;
  void probe();
}

/** Something went wrong that may be the line's fault, or not: one look at it decides. */
export function lookAtLine(): void {
  if (getConnectivity().reachable) void probe();
}

/** Starts watching. Called once. */
export function watchConnection(): void {
  let was = getConnectivity().reachable;
  if (!was) probeLater();
  onConnectivityChange(() => {
    const { reachable } = getConnectivity();
    if (reachable === was) return;
    was = reachable;
    if (reachable) {
      clearTimeout(timer);
      timer = undefined;
      healedAt = performance.now();
      apply({ kind: 'reset', readBefore: getConnectivity().missedAt });
    } else {
      if (performance.now() - healedAt > heldMs) misses = 0;
      probeLater();
    }
  });
  // The browser's word is a reason to look, and no more.
  window.addEventListener('offline', () => void probe());
  window.addEventListener('online', probeNow);
  window.addEventListener('pageshow', probeNow);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') probeNow();
  });
}

/** Tries the line, and with it what waits, now: a person asked. */
export async function tryNow(): Promise<void> {
  misses = 0;
  await Promise.all([probe(), pageOutbox().tryNow(recordsOwner()?.uid ?? '')]);
}
