import type { Registration } from '../../../src/contract/users/registration.ts';
import type { Queryable } from '../db/db.ts';
import { daySeconds, retentionDays } from '../retention.ts';

/** Most sign-ups that are stored: accounts cost nothing, and must not fill the database. */
const maxSignUps = 10_000;

/** An account at the identity provider. */
type Account = { uid: string; email: string };
/** An account with the time at which its password was set, see `Identity`. */
type CheckedAccount = Account & { passwordSet?: number | null };

/**
 * Stores what was typed at the sign-up of an account, in place of an earlier one. Must run in a transaction with `lockUsers`.
 *
 * @param created epoch seconds
 * @param how.isInvited whether the limit does not apply: invitations have one of their own
 * @returns false when as many others are stored as may be
 */
export async function saveSignUp(
  db: Queryable,
  { uid, email, passwordSet = null }: CheckedAccount,
  profile: Registration,
  created: number,
  { isInvited }: { isInvited: boolean },
): Promise<boolean> {
  const saved = await db.query(
    `insert into sign_ups (uid, email, profile, created, password_set) select $1, $2, $3::jsonb, $4::bigint, $6::double precision
      where $5 or (select count(*) from sign_ups where uid <> $1) < ${maxSignUps}
      on conflict (uid) do update set email = excluded.email, profile = excluded.profile, created = excluded.created,
        password_set = excluded.password_set
      returning 1`,
    [uid, email, JSON.stringify(profile), created, isInvited, passwordSet],
  );
  return saved.length > 0;
}

/**
 * Returns what was typed at the sign-up of an account with this address, or null. Ignores what was typed before the password was set
 * anew, because a reset may have given a stranger's account to whom the password is known now; and everything while the provider does not
 * say when it was set.
 *
 * @param now epoch seconds
 */
export async function findSignUp(
  db: Queryable,
  { uid, email, passwordSet }: CheckedAccount,
  now: number,
): Promise<Registration | null> {
  const [row] = await db.query<{ profile: Registration }>(
    `select profile from sign_ups where uid = $1 and email = $2 and created >= $3
      and ($4 or password_set = $5::double precision)`,
    [
      uid,
      email,
      now - retentionDays['sign-ups'] * daySeconds,
      passwordSet === undefined,
      passwordSet ?? null,
    ],
  );
  return row?.profile ?? null;
}

/**
 * Adds the row of an expected client, unless their address has a row already, so that an erasure finds a user of whom nothing but
 * sign-ups is stored.
 *
 * @param now epoch seconds
 * @returns whether it was added
 */
export async function expectSignedUp(db: Queryable, email: string, now: number): Promise<boolean> {
  const added = await db.query(
    `insert into users (email, person, first_name, last_name, address, user_type, expected, created, updated)
      select email, gen_random_uuid(), email, '', '{"streetName":"","city":"","state":"","zipcode":""}', 'UNSPECIFIED', true, $2, $2
      from sign_ups where email = $1 limit 1 on conflict do nothing returning 1`,
    [email, now],
  );
  return added.length > 0;
}

/** Returns the account of the last sign-up with this address, `''` without one. */
export async function signedUpAccount(db: Queryable, email: string): Promise<string> {
  const [row] = await db.query<{ uid: string }>(
    'select uid from sign_ups where email = $1 order by created desc limit 1',
    [email],
  );
  return row?.uid ?? '';
}

/** Deletes what was typed at the sign-ups of a user's account, and of any account with their address. */
export async function dropSignUps(db: Queryable, { uid, email }: Account): Promise<void> {
  await db.query('delete from sign_ups where uid = $1 or email = $2', [uid, email]);
}
