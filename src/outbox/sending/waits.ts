import { requestTimeoutMs } from '../../contract/limits.ts';
import type { OutboxRecord } from '../records/record.ts';
import type { World } from './world.ts';

const slowestUploadBytesPerSecond = 32 * 1024;
const longestUploadMs = 10 * 60_000;
/** From the claim to a look at the line, and from there to the request's departure. */
const departureMs = 10_000;
const shortestBackoffMs = 2000;
const longestBackoffMs = 5 * 60_000;
/** The longest `Retry-After` that is obeyed, and only the backend's own: it counts a minute at a time, and may be mistaken. */
export const longestRetryAfterMs = 5 * 60_000;

export function bytesOf(record: Pick<OutboxRecord, 'files'>): number {
  return record.files.reduce((sum, file) => sum + file.size, 0);
}

/** Time for one request: 8 s, and for the files in it as much more as a slow line needs, at most 10 minutes. */
export function timeoutMsOf(record: Pick<OutboxRecord, 'files'>): number {
  const isInPieces = record.files.some(({ upload }) => upload);
  const bytes = isInPieces ? 0 : bytesOf(record);
  return Math.min(requestTimeoutMs + (bytes / slowestUploadBytesPerSecond) * 1000, longestUploadMs);
}

/** Two clocks at a moment: the time of day, and one that nobody sets. */
export type Moment = { at: number; elapsed: number };

/** Whether a page stood still since then, or the clock was set: somebody else may be sending by now, and it must claim anew. */
export function stoodStill(since: Moment, now: Moment): boolean {
  const byClock = now.at - since.at;
  return byClock < 0 || Math.max(byClock, now.elapsed - since.elapsed) > departureMs;
}

/** How long a claim holds: until nobody can be sending under it any more. */
export function claimMsOf(record: Pick<OutboxRecord, 'files'>): number {
  return departureMs + timeoutMsOf(record) + 30_000;
}

/** After this long, a request that was carried out without an answer can be seen. */
export function settleMsOf(record: Pick<OutboxRecord, 'files'>): number {
  return Math.max(30_000, 2 * timeoutMsOf(record));
}

/** Full jitter: anything from nothing to a bound that doubles from 2 s to 5 min. */
export function backoffMs(world: Pick<World, 'random'>, misses: number): number {
  return world.random() * Math.min(longestBackoffMs, shortestBackoffMs * 2 ** Math.min(misses, 20));
}

/**
 * When a record may go on, by its waits.
 *
 * @param eager something happened that makes the line worth a try (§4.4): the back-off does not count
 */
export function dueAt(record: OutboxRecord, now: number, eager: boolean): number {
  const longestMs = Math.max(longestBackoffMs, settleMsOf(record));
  const skips = eager && record.emptyRead === null;
  const backoff = skips ? 0 : notFurther(record.nextAttemptAt, now, longestMs);
  return Math.max(backoff, notFurther(record.notBefore, now, longestRetryAfterMs));
}

/** The `error.code` of what a person holds back to change it. */
export const heldCode = 'held';

/** How long that lasts without being renewed. Long enough for another app or a telephone call, short enough for what waits behind. */
export const holdMs = 5 * 60_000;

export function isHeld({ state, error }: Pick<OutboxRecord, 'state' | 'error'>): boolean {
  return state === 'failed' && error?.code === heldCode;
}

/** When a refused record goes on by itself: never, or when its author has left the change of it unfinished for long enough. */
export function resumesAt(record: OutboxRecord, now: number): number | null {
  // A new job has a lane of its own, and what was typed into it could not be sent after it: that waits for its author.
  if (!isHeld(record) || record.kind === 'report') return null;
  return notFurther(record.nextAttemptAt, now, holdMs);
}

/** A time further off than any wait was written before somebody set the clock back. */
function notFurther(at: number, now: number, longestMs: number): number {
  return at > now + longestMs ? 0 : at;
}

/** How long a claim holds under which a piece of a file goes out; two that send the same piece do no harm. */
export const pieceClaimMs = requestTimeoutMs + 4000;

/**
 * When a record can be claimed anew. If nobody else drains, whoever claimed it is gone (a page that was reloaded, a battery that
 * ran flat); at once then, unless their request may still be on its way to a service that would carry out the same one twice.
 *
 * @param isAlone nobody else drains
 * @param honoursKeys the service carries out one key once
 */
export function claimEndsAt(
  record: OutboxRecord,
  now: number,
  isAlone: boolean,
  honoursKeys: boolean,
): number {
  if (isAlone && (honoursKeys || record.claim?.filesOnly)) return 0;
  return record.claim ? notFurther(record.claim.until, now, claimMsOf(record)) : 0;
}
