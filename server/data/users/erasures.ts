import type { ErasureRequest } from '../../../src/contract/users/erasures.ts';
import type { Queryable } from '../db/db.ts';

/** Returns when a user requested deletion (seconds), or null. */
export async function erasureAskedBy(db: Queryable, email: string): Promise<number | null> {
  const [row] = await db.query<{ asked: number | null }>(
    'select erasure_asked as asked from users where email = $1',
    [email],
  );
  return row?.asked ?? null;
}

/** Requests deletion, or withdraws the request. @param asked seconds, null to withdraw @returns whether that was a change */
export async function saveErasureRequest(
  db: Queryable,
  email: string,
  asked: number | null,
): Promise<boolean> {
  const changed = await db.query(
    `update users set erasure_asked = $2::bigint
      where email = $1 and (erasure_asked is null) <> ($2::bigint is null) returning email`,
    [email, asked],
  );
  return changed.length > 0;
}

/** Most rows of the list; further ones appear as these are done. */
const mostAsked = 500;

/** Returns the users who requested deletion, the longest wait first. */
export async function erasuresAsked(db: Queryable): Promise<ErasureRequest[]> {
  return db.query<ErasureRequest>(
    `select email, first_name as "firstName", last_name as "lastName", erasure_asked as asked
      from users where erasure_asked is not null and erased is null order by erasure_asked, seq limit ${mostAsked}`,
  );
}

/** Returns the pseudonyms of erased users whose account still has to be deleted at the identity provider. */
export async function accountsLeft(db: Queryable): Promise<string[]> {
  const rows = await db.query<{ pseudonym: string }>(
    'select pseudonym from erasures where account_uid is not null',
  );
  return rows.map(({ pseudonym }) => pseudonym);
}

/** Returns the id of the account that still has to be deleted, or null. */
export async function accountLeft(db: Queryable, pseudonym: string): Promise<string | null> {
  const [erasure] = await db.query<{ uid: string | null }>(
    'select account_uid as uid from erasures where pseudonym = $1',
    [pseudonym],
  );
  return erasure?.uid ?? null;
}

/** Forgets the account of an erased user. @returns false when that is done already */
export async function accountDeleted(db: Queryable, pseudonym: string): Promise<boolean> {
  const deleted = await db.query(
    'update erasures set account_uid = null where pseudonym = $1 and account_uid is not null returning 1',
    [pseudonym],
  );
  return deleted.length > 0;
}

/** An erased user in a backup: `uidHash` names the account, `person` the user, `erased` is in seconds. */
type KnownErasure = {
  pseudonym: string;
  uidHash: string | null;
  person: string;
  erased: number;
  companyKept: boolean;
};

/** Whether an erasure is known by its pseudonym. */
export async function isErasureKnown(db: Queryable, pseudonym: string): Promise<boolean> {
  return (await db.query('select 1 from erasures where pseudonym = $1', [pseudonym])).length > 0;
}

/** Adds the erasure of a user who is not in this database, so that their account stays locked out. */
export async function addErasure(db: Queryable, erasure: KnownErasure): Promise<void> {
  await db.query(
    'insert into erasures (pseudonym, uid_hash, person, erased, company_kept) values ($1, $2, $3, $4, $5)',
    [erasure.pseudonym, erasure.uidHash, erasure.person, erasure.erased, erasure.companyKept],
  );
}

/** Returns the email of the user or of the invitation with this random id, or null. */
export async function emailOfPerson(db: Queryable, person: string): Promise<string | null> {
  const [row] = await db.query<{ email: string }>(
    `select email from users where person = $1 and erased is null
      union select email from invitations where person = $1`,
    [person],
  );
  return row?.email ?? null;
}
