import type { UserType } from '../../src/contract/enums.ts';
import { hasRightsOf } from '../access.ts';
import { Refusal } from '../http/errors.ts';
import type { Queryable, Transaction } from './db/db.ts';
import { plannedOnce } from './db/plannedOnce.ts';
import { sqlState } from './db/sqlState.ts';

/** Shorter than the caller's own patience (§9: 8 s), so that the caller hears why. */
const lockWaitMs = 5000;
const lockNotAvailable = '55P03';

/** A write that may come twice: whose it is, its key, and what it asks for. */
export type KeyedWrite = {
  uid: string;
  key: string;
  call: string;
  /** Equal for equal contents, however they travelled. */
  fingerprint: string;
  /** Of the user when they made it. */
  userType: UserType;
  /** Epoch seconds. */
  created: number;
};

type Row = { call: string; fingerprint: string; user_type: UserType | null; answer: string | null };

/** How long to wait is set by the very statement that may have to. */
const insertKey = plannedOnce(
  `insert into idempotency (uid, key, call, fingerprint, created, user_type)
    select $1, $2, $3, $4, $5::bigint, $6 from (select set_config('lock_timeout', '${lockWaitMs}', true) offset 0) patience
    on conflict (uid, key) do nothing returning key`,
);

/** The key was used, and the transaction that wanted it must go no further; see `keptAnswer`. */
export class KeyUsed extends Error {}

/**
 * Takes the key for this transaction. While another transaction holds the key, this waits for that one's end, at most `lockWaitMs`.
 *
 * @throws KeyUsed
 * @throws Refusal `key-in-use` when the wait was too long
 */
export async function takeKey(db: Queryable, write: KeyedWrite): Promise<void> {
  const { uid, key, call, fingerprint, created, userType } = write;
  try {
    const taken = await db.query(insertKey, [uid, key, call, fingerprint, created, userType]);
    if (taken.length === 0) throw new KeyUsed();
  } catch (error) {
    throw sqlState(error) === lockNotAvailable ? new Refusal('key-in-use') : error;
  }
}

/**
 * The answer kept with a key that was used.
 *
 * @throws Refusal `key-reused` when the key came with other contents then, `forbidden` when the user had rights then that they
 *   have lost since: the response may hold what they may not read any more
 */
export async function keptAnswer(db: Queryable, write: Omit<KeyedWrite, 'created'>): Promise<string> {
  const { uid, key, call, fingerprint, userType } = write;
  const [row] = await db.query<Row>(
    'select call, fingerprint, user_type, answer from idempotency where uid = $1 and key = $2',
    [uid, key],
  );
  if (row?.call !== call || row.fingerprint !== fingerprint) throw new Refusal('key-reused');
  if (row.user_type !== null && !hasRightsOf(row.user_type, userType)) throw new Refusal('forbidden');
  if (row.answer === null) throw new Refusal('key-in-use');
  return row.answer;
}

const updateAnswer = plannedOnce('update idempotency set answer = $3 where uid = $1 and key = $2');

/** Keeps the answer, as JSON, with the key and the commit. Must be asked of the transaction that took the key and did the write. */
export function keepAnswer(
  db: Transaction,
  { uid, key }: Pick<KeyedWrite, 'uid' | 'key'>,
  answer: string,
): void {
  db.lastly(updateAnswer, [uid, key, answer]);
}
