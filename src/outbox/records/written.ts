import type { Environment } from './environment.ts';
import type { OutboxRecord } from './record.ts';

/** A moment by both clocks of a page or worker, which it names. */
export type Written = OutboxRecord['written'];

/** Returns the present moment by both clocks, for `written`. */
export function momentNow(env: Pick<Environment, 'holder' | 'now' | 'elapsed'>): Written {
  return { holder: env.holder, at: env.now(), elapsed: env.elapsed() };
}

/**
 * Returns how many milliseconds ago something was written; null where that is not known. A wrong clock of the device makes no difference
 * unless it is set in between. While the page that wrote it is open, its monotonic clock gives the least, also where the clock was set
 * back; after that page, the time since a clock was set back is not known.
 */
export function msSince(written: Written, now: Written): number | null {
  const byClock = now.at - written.at;
  const ms = written.holder === now.holder ? Math.max(byClock, now.elapsed - written.elapsed) : byClock;
  return ms < 0 ? null : ms;
}

/**
 * Returns how much longer a record waits so that it can be undone; 0 where nobody knows, so that a clock that was set back delays
 * nothing.
 */
export function heldMs({ undoWindowMs = 0, written }: OutboxRecord, now: Written): number {
  return Math.max(0, undoWindowMs - (msSince(written, now) ?? undoWindowMs));
}

/**
 * Whether a record has not left: no request was made with it, and the page that wrote it, and may take it along as it ends, is this one.
 */
export function isUnsentHere(
  { attempts, written }: OutboxRecord,
  { holder }: Pick<Environment, 'holder'>,
): boolean {
  return attempts === 0 && written.holder === holder;
}
