import type { UserType } from '../../src/contract/enums.ts';
import { hasRightsOf } from '../access/access.ts';
import { Refusal } from '../errors/errors.ts';
import type { Queryable } from './db/db.ts';
import { lockNotAvailable, sqlState } from './db/sqlState.ts';

/** Shorter than the client's time limit (§9: 8 s), so that it receives the reason. */
const lockWaitMs = 5000;

/** A write with an idempotency key, which may arrive twice. */
export type KeyedWrite = {
  uid: string;
  key: string;
  call: string;
  /** Equal for equal contents, however they are encoded. */
  fingerprint: string;
  /** The user's type at the time of the write. */
  userType: UserType;
  /** Epoch seconds. */
  created: number;
};

type Row = { call: string; fingerprint: string; user_type: UserType; answer: string | null };

/**
 * Claims the key for this transaction. Waits at most `lockWaitMs` for another transaction that has claimed it; that limit then applies to
 * every lock of this transaction.
 *
 * @returns false when the key is used already, see `storedResponse`
 * @throws Refusal `key-in-use` after that time
 */
export async function claimKey(db: Queryable, write: KeyedWrite): Promise<boolean> {
  const { uid, key, call, fingerprint, created, userType } = write;
  try {
    // Sets the time limit of the lock in the statement that may wait for it.
    const claimed = await db.query(
      `insert into idempotency (uid, key, call, fingerprint, created, user_type)
        select $1, $2, $3, $4, $5::bigint, $6
          from (select set_config('lock_timeout', '${lockWaitMs}', true) offset 0) timeout
        on conflict (uid, key) do nothing returning key`,
      [uid, key, call, fingerprint, created, userType],
      'claim key',
    );
    return claimed.length > 0;
  } catch (error) {
    throw sqlState(error) === lockNotAvailable ? new Refusal('key-in-use') : error;
  }
}

/**
 * Returns the response that is stored with a used key, as JSON.
 *
 * @throws Refusal `key-reused` when the key came with other contents, `key-in-use` without a response yet, `forbidden` when the user
 *   has lost rights since, because the response may contain what they may not read any more
 */
export async function storedResponse(db: Queryable, write: Omit<KeyedWrite, 'created'>): Promise<string> {
  const { uid, key, call, fingerprint, userType } = write;
  const [row] = await db.query<Row>(
    'select call, fingerprint, user_type, answer from idempotency where uid = $1 and key = $2',
    [uid, key],
  );
  if (row?.call !== call || row.fingerprint !== fingerprint) throw new Refusal('key-reused');
  if (!hasRightsOf(row.user_type, userType)) throw new Refusal('forbidden');
  if (row.answer === null) throw new Refusal('key-in-use');
  return row.answer;
}

/** Stores the response, as JSON, with the key. `db` must be the transaction that claimed the key and did the write. */
export async function storeResponse(
  db: Queryable,
  { uid, key }: Pick<KeyedWrite, 'uid' | 'key'>,
  answer: string,
): Promise<void> {
  const sql = 'update idempotency set answer = $3 where uid = $1 and key = $2';
  await db.query(sql, [uid, key, answer], 'store response');
}
