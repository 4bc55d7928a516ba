import { type Employee, isApproved, type Profile, userNameOf } from '../../../src/contract/users/user.ts';
import { indexWordsOf } from '../../../src/contract/words.ts';
import { staffInSql } from '../../access/access.ts';
import { endCalendarFeed } from '../calendarFeeds.ts';
import type { Queryable } from '../db/db.ts';
import { endMailTokens } from '../notify/mailTokens.ts';
import { isUser, profileColumns, profileOfRow, type UserRow } from './callers.ts';
import { userWords } from './userWords.ts';

/** An advisory lock; any number that nothing else in this database uses. */
const usersLock = 7_402_513;

/**
 * Serializes transactions that change or invite users: otherwise two admins could take each other's rights at once, and none
 * would be left.
 */
export async function lockUsers(db: Queryable): Promise<void> {
  await db.query('select pg_advisory_xact_lock($1)', [usersLock]);
}

/** Whether there is an approved admin. */
export async function hasAdmin(db: Queryable): Promise<boolean> {
  const rows = await db.query("select 1 from users where user_type = 'ADMIN' and user_approved limit 1");
  return rows.length > 0;
}

/** Locks and returns a profile, or null. `email` in lower case. */
export async function findProfileToChange(db: Queryable, email: string): Promise<Profile | null> {
  const [row] = await db.query<UserRow>(
    `select ${profileColumns} from users where email = $1 and ${isUser} for no key update`,
    [email],
  );
  return row ? profileOfRow(row) : null;
}

/** Former names stored per user: the newest, each once. */
const maxFormerNames = 20;

/** SQL for the former names once the present one is added. */
const withFormerName = `(select jsonb_agg(name order by place) from (
  select name, max(place) as place
    from jsonb_array_elements(users.known_as
      || jsonb_build_object('firstName', users.first_name, 'lastName', users.last_name)) with ordinality as known (name, place)
    group by name order by place desc limit ${maxFormerNames}) newest)`;

/** SQL for the former names of an expected client who gets another name, with the name that staff gave them, if they did. */
const withGivenName = `case when users.expected and users.first_name <> users.email
    and (users.first_name, users.last_name) <> (excluded.first_name, excluded.last_name) then ${withFormerName} else users.known_as end`;

/** SQL for the names of an expected client, by their invitation; a name in one field only is the first name. */
const expectedNames = `coalesce(nullif(first_name, ''), nullif(last_name, ''), email) as first_name,
  case when first_name = '' then '' else last_name end as last_name`;

/** The profile of a new row; the user name is computed. */
export type NewProfile = Omit<Profile, 'userName' | 'userRefused' | 'createdTimestamp'>;

/**
 * Adds a user (§3, registration payload), or completes the registration of one whose type is UNSPECIFIED, as that of an expected client
 * is. `keepAccount` has to follow.
 *
 * @param created epoch seconds
 * @returns null when the email has a profile already
 */
export async function insertProfile(
  db: Queryable,
  profile: NewProfile,
  created: number,
): Promise<Profile | null> {
  const [row] = await db.query<UserRow>(
    `insert into users (email, person, first_name, last_name, company, phone_number, address, user_type, user_approved,
       created, updated, company_words, words)
     values ($1, coalesce((select person from invitations where email = $1), gen_random_uuid()), $2, $3, $4, $5, $6::jsonb, $7, $8, $9, $9, array_to_tsvector($10::text[]), array_to_tsvector($11::text[]))
     on conflict (email) do update set known_as = ${withGivenName}, first_name = excluded.first_name,
       last_name = excluded.last_name, company = excluded.company, phone_number = excluded.phone_number,
       address = excluded.address, user_type = excluded.user_type, user_approved = excluded.user_approved,
       created = case when users.expected then excluded.created else users.created end, seq = default, expected = false,
       updated = excluded.updated, company_words = excluded.company_words, words = excluded.words
       where users.user_type = 'UNSPECIFIED' and not users.user_refused
     returning ${profileColumns}`,
    [
      profile.email,
      profile.firstName,
      profile.lastName,
      profile.company,
      profile.phoneNumber,
      JSON.stringify(profile.address),
      profile.userType,
      profile.userApproved,
      created,
      indexWordsOf(profile.company),
      userWords(profile),
    ],
  );
  return row ? profileOfRow(row) : null;
}

/**
 * Adds the row of an expected client, unless their address has a row already, so that jobs can refer to an invited client and an erasure
 * finds them.
 *
 * @param now epoch seconds
 * @returns whether it was added
 */
export async function expectInvited(db: Queryable, email: string, now: number): Promise<boolean> {
  const added = await db.query(
    `insert into users (email, person, first_name, last_name, address, user_type, expected, created, updated)
      select email, person, ${expectedNames},
        '{"streetName":"","city":"","state":"","zipcode":""}', 'UNSPECIFIED', true, $2, $2
      from invitations where email = $1 on conflict do nothing returning 1`,
    [email, now],
  );
  return added.length > 0;
}

/** Gives an expected client the name in their invitation, which was renewed with one. @param now epoch seconds */
export async function renameExpected(db: Queryable, email: string, now: number): Promise<void> {
  await db.query(
    `update users set known_as = ${withGivenName}, first_name = excluded.first_name, last_name = excluded.last_name, updated = $2
      from (select ${expectedNames} from invitations where email = $1) excluded
      where users.email = $1 and expected and excluded.first_name <> users.email
        and (users.first_name, users.last_name) <> (excluded.first_name, excluded.last_name)`,
    [email, now],
  );
}

/** Whether the row of this address stands for an expected client. */
export async function isExpected(db: Queryable, email: string): Promise<boolean> {
  return (await db.query('select 1 from users where email = $1 and expected', [email])).length > 0;
}

/**
 * Saves a changed profile, except email and creation time, and keeps a former name. Must run in a transaction.
 *
 * @param updated epoch seconds
 */
export async function saveProfile(db: Queryable, profile: Profile, updated: number): Promise<Profile> {
  const [row] = await db.query<UserRow>(
    `update users set first_name = $2, last_name = $3,
       known_as = case when (first_name, last_name) = ($2, $3) then known_as else ${withFormerName} end,
       company = $4, phone_number = $5, address = $6::jsonb,
       user_type = $7, user_approved = $8, user_refused = $9, updated = $10,
       company_words = array_to_tsvector($11::text[]), words = array_to_tsvector($12::text[])
     where email = $1
     returning ${profileColumns}`,
    [
      profile.email,
      profile.firstName,
      profile.lastName,
      profile.company,
      profile.phoneNumber,
      JSON.stringify(profile.address),
      profile.userType,
      profile.userApproved,
      profile.userRefused,
      updated,
      indexWordsOf(profile.company),
      userWords(profile),
    ],
  );
  if (!row) throw new Error('The profile to save is not there.');
  // Ends the feed, so that a later approval does not open it again.
  if (!isApproved(profile)) await endCalendarFeed(db, profile.email);
  return profileOfRow(row);
}

/** The most users in one response. */
const maxStaff = 3000;

/** Returns the users to whom jobs can be assigned, approved admins and employees, by name. */
export async function listStaff(db: Queryable): Promise<Employee[]> {
  const rows = await db.query<{ email: string; first_name: string; last_name: string }>(
    `select email, first_name, last_name from users
     where user_type in (${staffInSql}) and user_approved
     order by lower(first_name collate names), lower(last_name collate names), email limit ${maxStaff}`,
  );
  return rows.map(({ email, first_name, last_name }) => ({
    email,
    userName: userNameOf({ firstName: first_name, lastName: last_name }),
  }));
}

/**
 * Ends all sessions of a user: invalidates their sign-ins until now, removes their push devices, and ends
 * their calendar feed and the links of their emails. Must run in a transaction.
 *
 * @param now epoch seconds
 * @returns whether there is such a user
 */
export async function endSessionsOf(db: Queryable, email: string, now: number): Promise<boolean> {
  const ended = await db.query(
    `update users set sessions_ended = $2 where email = $1 and ${isUser} returning 1`,
    [email, now],
  );
  await db.query('delete from push_devices where email = $1', [email]);
  await endCalendarFeed(db, email);
  await endMailTokens(db, email);
  return ended.length > 0;
}
