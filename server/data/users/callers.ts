import { hash } from 'node:crypto';
import type { UserType } from '../../../src/contract/enums.ts';
import { type Profile, userNameOf } from '../../../src/contract/users/user.ts';
import { Refusal } from '../../errors/errors.ts';
import type { Queryable } from '../db/db.ts';

export type UserRow = {
  email: string;
  first_name: string;
  last_name: string;
  company: string;
  phone_number: string;
  address: Profile['address'];
  user_type: UserType;
  user_approved: boolean;
  user_refused: boolean;
  created: number;
};

/** The SQL condition for rows of `users` that are users: not erased, and not only expected. */
export const isUser = 'erased is null and not expected';

/** The columns of `users` that make a profile. */
export const profileColumns =
  'email, first_name, last_name, company, phone_number, address, user_type, user_approved, user_refused, created';

export function profileOfRow(row: UserRow): Profile {
  const { email, company, address } = row;
  const names = { firstName: row.first_name, lastName: row.last_name };
  return {
    email,
    ...names,
    userName: userNameOf(names),
    company,
    phoneNumber: row.phone_number,
    address,
    userType: row.user_type,
    userApproved: row.user_approved,
    userRefused: row.user_refused,
    createdTimestamp: row.created,
  };
}

/**
 * Returns the profile of the caller, or null without one (§2, "no profile").
 *
 * @param email in lower case
 */
export async function callerProfile(db: Queryable, email: string): Promise<Profile | null> {
  const [row] = await db.query<UserRow>(
    `select ${profileColumns} from users where email = $1 and ${isUser}`,
    [email],
  );
  return row ? profileOfRow(row) : null;
}

/** Returns a user's id at the identity provider, `''` where that is not known, and their profile, or null without one. */
export async function knownUser(
  db: Queryable,
  email: string,
): Promise<{ uid: string; profile: Profile | null }> {
  const [row] = await db.query<UserRow & { uid: string }>(
    `select uid, ${profileColumns} from users where email = $1 and ${isUser}`,
    [email],
  );
  return row ? { uid: row.uid, profile: profileOfRow(row) } : { uid: '', profile: null };
}

/**
 * Stores which account a user has: another one than before where theirs was deleted and created again. Takes it from everybody else: whose
 * address is changed leaves their profile without one. An erasure deletes the account of a user, and locks it out.
 */
export async function keepAccount(
  db: Queryable,
  { email, uid }: { email: string; uid: string },
): Promise<void> {
  await db.query(
    `update users set uid = case when email = $1 then $2 else '' end
      where (email = $1 and uid <> $2) or (email <> $1 and uid = $2)`,
    [email, uid],
  );
}

const selectCaller = `select exists (select 1 from erasures where uid_hash = $2) as is_erased, sessions_ended, ${profileColumns}
    from (select 1) one left join users on email = $1 and ${isUser}`;

/** Returns the hash by which the account of an erased user is recognised. The ids are random, so that none can be guessed. */
export function uidHash(uid: string): string {
  return hash('sha256', uid);
}

/**
 * Returns what is known of the owner of a token. `erased`: the account is of an erased user; `sessionsEnded`: when all sessions under
 * this email were ended (epoch seconds), 0 for never.
 */
export async function knownCaller(
  db: Queryable,
  { email, uid }: { email: string; uid: string },
): Promise<{ profile: Profile | null; erased: boolean; sessionsEnded: number }> {
  type Found = (UserRow & { sessions_ended: number }) | { email: null };
  const params = [email, uidHash(uid)];
  const [row] = await db.query<{ is_erased: boolean } & Found>(selectCaller, params, 'caller');
  if (!row) throw new Error('The query for a caller returned no row.');
  return row.email === null
    ? { profile: null, erased: row.is_erased, sessionsEnded: 0 }
    : { profile: profileOfRow(row), erased: row.is_erased, sessionsEnded: row.sessions_ended };
}

/**
 * Returns the owner of a token with their current profile.
 *
 * @throws Refusal `unauthorized` when the user was erased, or their sessions were ended after the sign-in
 */
export async function currentCaller<T extends { email: string; uid: string; signedIn: number }>(
  db: Queryable,
  identity: T,
): Promise<T & { profile: Profile | null }> {
  const { profile, erased, sessionsEnded } = await knownCaller(db, identity);
  if (erased || (profile && identity.signedIn <= sessionsEnded)) throw new Refusal('unauthorized');
  return { ...identity, profile };
}

/**
 * Returns the caller of a write as they are now, locked against an erasure until the commit, so that nothing of an erased user is
 * written. A caller without a profile has no row to lock.
 *
 * @throws Refusal `unauthorized` when the caller was erased, or signed out of all devices, since `caller` was read
 */
export async function lockCaller<
  T extends { email: string; signedIn: number; profile: Profile | null } | null,
>(db: Queryable, caller: T): Promise<T> {
  if (!caller?.profile) return caller;
  const [row] = await db.query<UserRow & { sessions_ended: number }>(
    `select sessions_ended, ${profileColumns} from users where email = $1 and ${isUser} for key share`,
    [caller.email],
    'lock caller',
  );
  if (!row || caller.signedIn <= row.sessions_ended) throw new Refusal('unauthorized');
  return { ...caller, profile: profileOfRow(row) };
}
