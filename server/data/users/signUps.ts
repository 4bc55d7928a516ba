import type { Registration } from '../../../src/contract/users/registration.ts';
import type { Queryable } from '../db/db.ts';
import { daySeconds, retentionDays } from '../retention.ts';

/** Accounts cost nothing: they must not fill the database. */
const maxSignUps = 10_000;

/** An account at the identity provider. */
type Account = { uid: string; email: string };

/**
 * Stores what was typed at the sign-up of an account, in place of what is stored of it. Must run in a transaction with `lockUsers`.
 *
 * @param created epoch seconds
 * @returns false where as many others are stored as may be
 */
export async function saveSignUp(
  db: Queryable,
  { uid, email }: Account,
  profile: Registration,
  created: number,
): Promise<boolean> {
  const saved = await db.query(
    `insert into sign_ups (uid, email, profile, created) select $1, $2, $3::jsonb, $4::bigint
      where (select count(*) from sign_ups where uid <> $1) < ${maxSignUps}
      on conflict (uid) do update set email = excluded.email, profile = excluded.profile, created = excluded.created
      returning 1`,
    [uid, email, JSON.stringify(profile), created],
  );
  return saved.length > 0;
}

/** Returns what was typed at the sign-up of an account with this address, or null. @param now epoch seconds */
export async function findSignUp(
  db: Queryable,
  { uid, email }: Account,
  now: number,
): Promise<Registration | null> {
  const [row] = await db.query<{ profile: Registration }>(
    'select profile from sign_ups where uid = $1 and email = $2 and created >= $3',
    [uid, email, now - retentionDays['sign-ups'] * daySeconds],
  );
  return row?.profile ?? null;
}

/** Deletes what was typed at the sign-ups of a user: of their account, and of any with their address. */
export async function dropSignUps(db: Queryable, { uid, email }: Account): Promise<void> {
  await db.query('delete from sign_ups where uid = $1 or email = $2', [uid, email]);
}
