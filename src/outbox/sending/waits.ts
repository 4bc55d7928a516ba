import { requestTimeoutMs } from '../../contract/limits.ts';
import type { Environment } from '../records/environment.ts';
import type { OutboxRecord } from '../records/record.ts';
import { resumesByItself } from '../records/resumesByItself.ts';
import { heldMs, type Written } from '../records/written.ts';

const slowestUploadBytesPerSecond = 32 * 1024;
const longestUploadMs = 10 * 60_000;
/** Time from the claim to the probe of the connection, and from there to the request. */
const departureMs = 10_000;
const shortestBackoffMs = 2000;
const longestBackoffMs = 5 * 60_000;
/** The longest `Retry-After` that is obeyed: that of the backend, which may be mistaken. */
export const longestRetryAfterMs = 5 * 60_000;

export function totalBytesOf(record: Pick<OutboxRecord, 'files'>): number {
  return record.files.reduce((sum, file) => sum + file.size, 0);
}

/** Returns the time limit of one request: 8 s, and for the files in it as much more as a slow connection needs, at most 10 minutes. */
export function timeoutMsOf(record: Pick<OutboxRecord, 'files'>): number {
  const isInPieces = record.files.some(({ upload }) => upload);
  const bytes = isInPieces ? 0 : totalBytesOf(record);
  return Math.min(requestTimeoutMs + (bytes / slowestUploadBytesPerSecond) * 1000, longestUploadMs);
}

/** A moment by two clocks, both in milliseconds: the time of day, and a monotonic one. */
export type Moment = { at: number; elapsed: number };

/**
 * Whether the page was suspended since a moment, or the clock was set: another page may be sending by now, and this one must claim anew.
 */
export function wasSuspended(since: Moment, now: Moment): boolean {
  const byClock = now.at - since.at;
  return byClock < 0 || Math.max(byClock, now.elapsed - since.elapsed) > departureMs;
}

/** Returns how long a claim holds: until nothing can be in flight under it. */
export function claimMsOf(record: Pick<OutboxRecord, 'files'>): number {
  return departureMs + timeoutMsOf(record) + 30_000;
}

/** Returns a back-off with full jitter: from nothing to a bound that doubles from 2 s to 5 min. */
export function backoffMs(env: Pick<Environment, 'random'>, misses: number): number {
  return env.random() * Math.min(longestBackoffMs, shortestBackoffMs * 2 ** Math.min(misses, 20));
}

/** The conditions, besides a record, that decide when it is due. */
type Conditions = {
  /** See `dueAt`. */
  isEager: boolean;
  /** Whether nobody else drains, as far as locks can tell. */
  isAlone: boolean;
  /** `exp` of the token at hand, in seconds. */
  tokenExp: number;
};

/** Returns when a lane's head is due, milliseconds since 1970; null when it waits for more than time. */
export function headDueAt(record: OutboxRecord, now: Written, conditions: Conditions): number | null {
  const { isEager, tokenExp } = conditions;
  if (record.state === 'sending') return claimEndsAt(record, now.at, conditions);
  if (record.after !== undefined) return null;
  // A refused record goes on with an event, if at all.
  if (record.state === 'failed') return resumesByItself(record) && isEager ? 0 : null;
  if (record.state === 'blocked-auth') return tokenExp > record.refusedExp ? 0 : null;
  return dueAt(record, now, isEager);
}

/**
 * Returns when the waits of a record are over, milliseconds since 1970.
 *
 * @param isEager whether the back-off does not count, because something makes the connection worth a try
 */
export function dueAt(record: OutboxRecord, now: Written, isEager: boolean): number {
  const backoff = isEager ? 0 : notFurther(record.nextAttemptAt, now.at, longestBackoffMs);
  const held = heldMs(record, now);
  return Math.max(
    backoff,
    notFurther(record.notBefore, now.at, longestRetryAfterMs),
    held > 0 ? now.at + held : 0,
  );
}

/** Ignores a time further off than any wait: it was written before the clock was set back. */
function notFurther(at: number, now: number, longestMs: number): number {
  return at > now + longestMs ? 0 : at;
}

/** How long a claim holds while a piece is uploaded; the same piece sent twice does no harm. */
export const pieceClaimMs = requestTimeoutMs + 4000;

/**
 * Returns when a record can be claimed anew: at once if nobody else drains, because its claimant is gone (a reloaded page, an empty
 * battery).
 */
function claimEndsAt(record: OutboxRecord, now: number, { isAlone }: Pick<Conditions, 'isAlone'>): number {
  if (isAlone) return 0;
  return record.claim ? notFurther(record.claim.until, now, claimMsOf(record)) : 0;
}
