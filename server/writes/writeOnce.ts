import type { Database, Queryable } from '../data/db/db.ts';
import { claimKey, type KeyedWrite, storedResponse, storeResponse } from '../data/idempotency.ts';
import { nowSeconds } from '../time/clock.ts';

/** `key` is null for a write without one. */
type Write = Omit<KeyedWrite, 'key' | 'created'> & { key: string | null };

/** Stores less than the response with the key, and rebuilds the response from it. */
export type StoredAs = {
  stored(body: unknown): unknown;
  again(db: Queryable, stored: unknown): Promise<unknown>;
};

export type Written = {
  /** The response as JSON: identical at every repeat, except for data that has changed since. */
  answer: string;
  /** Whether the write was a repeat, so that nothing was done. */
  repeated: boolean;
};

/**
 * Runs a write in a transaction and stores its response there, so that a key is stored exactly when its write is. `work` does not run
 * for a key that is used already.
 *
 * @param created epoch seconds
 */
export async function onceIn(
  tx: Queryable,
  { key, ...rest }: Write,
  created: number,
  work: () => Promise<unknown>,
  repeat?: StoredAs,
): Promise<Written> {
  const write = key === null ? null : { ...rest, key };
  if (write && !(await claimKey(tx, { ...write, created }))) {
    const stored = await storedResponse(tx, write);
    if (!repeat) return { answer: stored, repeated: true };
    const body = await repeat.again(tx, JSON.parse(stored).again);
    return { answer: JSON.stringify({ body }), repeated: true };
  }
  const body = await work();
  const answer = JSON.stringify({ body });
  if (write) await storeResponse(tx, write, repeat ? JSON.stringify({ again: repeat.stored(body) }) : answer);
  return { answer, repeated: false };
}

/** Runs a write as `onceIn` does, in a transaction of its own. */
export async function writeOnce(
  services: { db: Database; now: () => number },
  write: Write,
  work: (db: Queryable) => Promise<unknown>,
  repeat?: StoredAs,
): Promise<Written> {
  return services.db.tx((tx) => onceIn(tx, write, nowSeconds(services), () => work(tx), repeat));
}
