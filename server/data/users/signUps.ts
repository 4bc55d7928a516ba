import type { Registration } from '../../../src/contract/users/registration.ts';
import type { Queryable } from '../db/db.ts';
import { daySeconds, retentionDays } from '../retention.ts';

/** Accounts cost nothing: they must not fill the database. */
const maxSignUps = 10_000;

/** An account at the identity provider. */
type Account = { uid: string; email: string };
/** With the time at which its password was set, see `Identity`. */
type CheckedAccount = Account & { passwordSet?: number | null };

/**
 * Stores what was typed at the sign-up of an account, in place of what is stored of it. Must run in a transaction with `lockUsers`.
 *
 * @param created epoch seconds
 * @param how.isInvited whether it counts toward no limit: invitations have one of their own
 * @returns false where as many others are stored as may be
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
 * Returns what was typed at the sign-up of an account with this address, or null. What was typed before the password was set anew is not
 * that of who knows it now, who may have got a stranger's account by a reset; nor is it while the provider does not say.
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
 * Makes sure that an erasure finds somebody of whom nothing but sign-ups is stored: adds the row of an expected client, unless their
 * address has a row already.
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

/** Deletes what was typed at the sign-ups of a user: of their account, and of any with their address. */
export async function dropSignUps(db: Queryable, { uid, email }: Account): Promise<void> {
  await db.query('delete from sign_ups where uid = $1 or email = $2', [uid, email]);
}
