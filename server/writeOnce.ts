import type { Queryable } from './data/db.ts';
import { type KeyedWrite, keepAnswer, takeKey } from './data/idempotency.ts';
import type { Services } from './services.ts';

/** `key` is null for a write that came without one. */
type Write = Omit<KeyedWrite, 'key' | 'created'> & { key: string | null };

export type Written = {
  /** The answer as JSON, the same to the letter at every repeat. */
  answer: string;
  /** True when nothing was done now, because it had been before. */
  repeated: boolean;
};

/**
 * Does a write and keeps its answer in one transaction, so that a key never stands for something that was not done, nor
 * the other way round. Whatever `work` throws undoes both.
 */
export async function writeOnce(
  { db, now }: Pick<Services, 'db' | 'now'>,
  { key, ...write }: Write,
  work: (db: Queryable) => Promise<unknown>,
): Promise<Written> {
  return db.tx(async (tx) => {
    if (key === null) return { answer: JSON.stringify({ body: await work(tx) }), repeated: false };
    const kept = await takeKey(tx, { ...write, key, created: Math.floor(now() / 1000) });
    if (kept !== null) return { answer: kept, repeated: true };
    const answer = JSON.stringify({ body: await work(tx) });
    await keepAnswer(tx, { uid: write.uid, key }, answer);
    return { answer, repeated: false };
  });
}
