import type { Queryable } from '../data/db/db.ts';
import { pipelined } from '../data/db/pipelined.ts';
import { claimKey, type KeyedWrite, KeyUsed, storedResponse, storeResponse } from '../data/idempotency.ts';
import type { Services } from '../services.ts';

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
 * Runs a write and stores its response in one transaction, so that a key is stored exactly when its write is. An error in `work`
 * rolls both back. The key is checked in parallel with the first statements of `work`, which are rolled back for a used key. So
 * `work` must have no effect outside of its transaction.
 */
export async function writeOnce(
  { db, now }: Pick<Services, 'db' | 'now'>,
  { key, ...rest }: Write,
  work: (db: Queryable) => Promise<unknown>,
  repeat?: StoredAs,
): Promise<Written> {
  if (key === null) {
    const body = await db.tx(work);
    return { answer: JSON.stringify({ body }), repeated: false };
  }
  const write = { ...rest, key };
  try {
    const answer = await db.tx(async (tx) => {
      const created = Math.floor(now() / 1000);
      const [, body] = await pipelined(claimKey(tx, { ...write, created }), work(tx));
      const json = JSON.stringify({ body });
      storeResponse(tx, write, repeat ? JSON.stringify({ again: repeat.stored(body) }) : json);
      return json;
    });
    return { answer, repeated: false };
  } catch (error) {
    if (!(error instanceof KeyUsed)) throw error;
    const stored = await storedResponse(db, write);
    // Earlier versions stored every response as it was.
    if (!repeat || !stored.startsWith('{"again":')) return { answer: stored, repeated: true };
    const body = await repeat.again(db, JSON.parse(stored).again);
    return { answer: JSON.stringify({ body }), repeated: true };
  }
}
