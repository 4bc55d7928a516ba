import { randomBytes } from 'node:crypto';
import { pseudonymOf } from '../../../src/contract/users/people.ts';
import { type Profile, userNameOf } from '../../../src/contract/users/user.ts';
import { indexWordsOf } from '../../../src/contract/words.ts';
import { isOfFirm } from '../../access/access.ts';
import type { Queryable } from '../db/db.ts';
import { mostEvents } from '../liveEvents.ts';
import { reassignMessagesOf } from '../messages/reassignMessages.ts';
import { eraseReplies } from '../notify/replyTokens.ts';
import { dropOwnReplies } from '../savedReplies.ts';
import { eraseFromViews } from '../savedViews.ts';
import { profileColumns, profileOfRow, type UserRow, uidHash } from './callers.ts';
import { replaceInJobs, replaceOnJobs } from './eraseFromJobs.ts';
import { eraseFromResponses } from './eraseFromResponses.ts';
import { dropSignUps, expectSignedUp, signedUpAccount } from './signUps.ts';
import { expectInvited } from './users.ts';
import { type Erasing, withoutUser } from './withoutUser.ts';

const pseudonymBytes = 8;

/** No request takes longer. */
const maxRequestSeconds = 3600;

/** Columns of rows that are delivered to others; replaced once no new rows about the user can come. */
const deliveredColumns = [
  ['invitations', 'invited_by'],
  ['events', 'actor'],
  ['events', 'for_user'],
] as const;

export type Erasure = {
  pseudonym: string;
  /** Id at the identity provider, or `''`. */
  uid: string;
  /** Jobs that have changed; if more than are announced one by one, only one more. */
  jobIds: string[];
};

type Name = Pick<Profile, 'firstName' | 'lastName'>;

type LockedUser = { uid: string; person: string; profile: Profile; names: string[] };

async function lockUser(db: Queryable, email: string): Promise<LockedUser | null> {
  // Waits for every write of theirs in flight, see `lockCaller`.
  const [row] = await db.query<UserRow & { uid: string; person: string; known_as: Name[] }>(
    `select ${profileColumns}, uid, person, known_as from users where email = $1 and erased is null for update`,
    [email],
  );
  if (!row) return null;
  const profile = profileOfRow(row);
  const names = [profile, ...row.known_as].flatMap((name) => [
    `${name.firstName} ${name.lastName}`.trim(),
    userNameOf(name),
  ]);
  const longestFirst = [...new Set(names)].filter(Boolean).sort((one, other) => other.length - one.length);
  return { uid: row.uid, person: row.person, profile, names: longestFirst };
}

async function addPseudonym(
  db: Queryable,
  { email, pseudonym, former, company }: Erasing,
  now: number,
): Promise<void> {
  await db.query(
    `insert into users (email, first_name, last_name, company, company_words, address, user_type, user_refused, created,
        updated, erased)
      select $2, $3, '', $4, array_to_tsvector($6::text[]), '{"streetName":"","city":"","state":"","zipcode":""}', user_type, true, created, $5, $5
      from users where email = $1`,
    [email, pseudonym, former, company, now, indexWordsOf(company)],
  );
}

async function replaceEach(
  db: Queryable,
  columns: readonly (readonly [string, string])[],
  { email, pseudonym }: Erasing,
): Promise<void> {
  for (const [table, column] of columns) {
    await db.query(`update ${table} set ${column} = $2 where ${column} = $1`, [email, pseudonym]);
  }
}

/** Ends the user's unfinished uploads, which are deleted soon. */
async function endUploads(db: Queryable, uid: string, pseudonym: string, now: number): Promise<void> {
  if (uid === '') return;
  await db.query(
    `update uploads set uid = $2, metadata = '{}', expires = least(expires, $3) where uid = $1`,
    [uid, pseudonym, now],
  );
}

async function dropNotificationsFor(db: Queryable, email: string): Promise<void> {
  for (const table of [
    'push_devices',
    'notification_settings',
    'mail_tokens',
    'unsubscribe_tokens',
    'calendar_feeds',
    'licenses',
    'snoozes',
    'invitations',
    'unposted_reports',
  ]) {
    await db.query(`delete from ${table} where email = $1`, [email]);
  }
  await eraseReplies(db, email);
  await db.query('delete from tasks where recipient = $1', [email]);
}

/** Replaces the user in the audit trail, and removes their data; the actions stay. */
async function eraseFromAudit(db: Queryable, user: Erasing): Promise<void> {
  const { email } = user;
  await db.query("select set_config('audit.erasing', 'yes', true)");
  const rows = await db.query<{
    seq: number;
    actor: string;
    subject: string;
    detail: Record<string, unknown>;
  }>(
    `select seq, actor, subject, detail from audit
      where actor = $1 or subject = $1 or position($2 in detail::text) > 0`,
    [email, JSON.stringify(email)],
  );
  for (const { seq, actor, subject, detail } of rows) {
    const fields = Array.isArray(detail.changes) ? (detail.changes as { field: string }[]) : null;
    const anonymous =
      subject === email && fields
        ? { ...detail, changes: fields.map(({ field }) => ({ field, from: '', to: '' })) }
        : detail;
    await db.query('update audit set actor = $2, subject = $3, detail = $4::jsonb where seq = $1', [
      seq,
      withoutUser(actor, user),
      withoutUser(subject, user),
      JSON.stringify(withoutUser(anonymous, user)),
    ]);
  }
  await db.query("select set_config('audit.erasing', '', true)");
}

/**
 * Replaces a user everywhere by a pseudonym. Jobs, messages and files stay. Must run in a transaction with `lockUsers`. Reads every table
 * once. Only writes on jobs that mention the user wait: changes of jobs that they reported for the whole erasure, others for its last
 * part.
 *
 * @param how `pseudonym` of an earlier erasure, in a restored database
 * @param how.now epoch seconds
 * @returns null without a user with this email
 */
export async function eraseUser(
  db: Queryable,
  email: string,
  how: { keepCompany: boolean; deletesAccount: boolean; now: number; pseudonym?: string },
): Promise<Erasure | null> {
  const { keepCompany, deletesAccount, now } = how;
  const found = await lockUser(db, email);
  if (!found) {
    // A user who was only invited, or has only signed up, is erased as an expected one.
    const isExpected = (await expectInvited(db, email, now)) || (await expectSignedUp(db, email, now));
    return isExpected ? eraseUser(db, email, how) : null;
  }
  const { person, profile, names } = found;
  const uid = found.uid || (await signedUpAccount(db, email));
  const user: Erasing = {
    email,
    names,
    phoneNumber: profile.phoneNumber,
    pseudonym: how.pseudonym ?? pseudonymOf(randomBytes(pseudonymBytes).toString('hex')),
    former: isOfFirm(profile) ? 'Former employee' : 'Former client',
    company: keepCompany ? profile.company : '',
  };
  const { pseudonym } = user;
  await addPseudonym(db, user, now);
  await dropOwnReplies(db, email);
  await eraseFromViews(db, user);
  const jobIds = await replaceOnJobs(db, user);
  await eraseFromResponses(db, user, { uid, since: 0 });

  await replaceInJobs(db, user, jobIds);
  await reassignMessagesOf(db, pseudonym);
  await replaceEach(db, deliveredColumns, user);
  // Devices before the tasks of others, in the order in which a new registration of a device locks them.
  await dropNotificationsFor(db, email);
  await dropSignUps(db, { uid, email });
  await endUploads(db, uid, pseudonym, now);
  await eraseFromResponses(db, user, { uid, since: now - maxRequestSeconds });
  await eraseFromAudit(db, user);
  await db.query('delete from users where email = $1', [email]);
  await db.query(
    `insert into erasures (pseudonym, uid_hash, person, erased, company_kept, account_uid) values ($1, $2, $3, $4, $5, $6)
      on conflict (pseudonym) do nothing`,
    [
      pseudonym,
      uid === '' ? null : uidHash(uid),
      person,
      now,
      keepCompany,
      deletesAccount && uid !== '' ? uid : null,
    ],
  );
  return { pseudonym, uid, jobIds: jobIds.slice(0, mostEvents + 1) };
}
