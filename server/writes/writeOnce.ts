import type { Queryable } from '../data/db/db.ts';
import { pipelined } from '../data/db/pipelined.ts';
import { claimKey, type KeyedWrite, KeyUsed, storedResponse, storeResponse } from '../data/idempotency.ts';
import type { Services } from '../services.ts';

/** `key` is null for a write that came without one. */
type Write = Omit<KeyedWrite, 'key' | 'created'> & { key: string | null };

/** Stores less than the response with the key, and makes the response of it again. */
export type StoredAs = {
  stored(body: unknown): unknown;
  again(db: Queryable, stored: unknown): Promise<unknown>;
};

export type Written = {
  /** The answer as JSON: at every repeat the same to the letter, but for what has changed since of what it shows. */
  answer: string;
  /** True when nothing was done now, because it had been before. */
  repeated: boolean;
};

/**
 * Does a write and keeps its answer in one transaction, so that a key never stands for something that was not done, nor
 * the other way round. Whatever `work` throws undoes both. The key is asked for together with what `work` asks first: where it was
 * used already, all of that is undone. So `work` may do nothing beside its transaction.
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
    const kept = await storedResponse(db, write);
    // Earlier versions stored every response as it was.
    if (!repeat || !kept.startsWith('{"again":')) return { answer: kept, repeated: true };
    const body = await repeat.again(db, JSON.parse(kept).again);
    return { answer: JSON.stringify({ body }), repeated: true };
  }
}
