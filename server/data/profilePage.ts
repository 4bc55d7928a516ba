import { pageSize } from '../../src/contract/limits.ts';
import type { Profile, UserCounts, UserListingCategory } from '../../src/contract/user.ts';
import { profileColumns, profileOfRow, type UserRow } from './callers.ts';
import { cursorNumber, cursorOf, pageOf, placeOf } from './cursor.ts';
import type { Queryable } from './db.ts';

const conditions: Record<UserListingCategory, string> = {
  all: 'true',
  pending: 'not user_approved and not user_refused',
  clients: "user_type = 'CLIENT'",
  employees: "user_type = 'EMPLOYEE'",
  admins: "user_type = 'ADMIN'",
};

/** The words of a person, as the index `users_by_words` has them, to the letter. */
const wordsOfRow = `array_to_tsvector(array_remove(string_to_array(
  lower(first_name || ' ' || last_name || ' ' || company || ' ' || email), ' '), ''))`;

/** A `tsquery` for those who have, for each word of the text, one that begins with it. What is quoted is no operator. */
function wordsQuery(text: string): string {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return words.map((word) => `'${word.replace(/['\\]/g, '$&$&')}':*`).join(' & ');
}

/** Of so many of the newest people, at least so many must have the words for a walk through all to be the shorter way. */
const sample = { people: 500, fitting: 13 };

async function areFew(db: Queryable, query: string, condition: string): Promise<boolean> {
  const rows = await db.query(
    `select 1 from (select * from users where erased is null and ${condition} order by seq desc limit ${sample.people}) u
      where ${wordsOfRow} @@ $1::tsquery limit ${sample.fitting}`,
    [query],
  );
  return rows.length < sample.fitting;
}

/** How many people each listing has that fit the search; of all people the sums that are kept. */
async function countProfiles(db: Queryable, query: string): Promise<UserCounts> {
  const sums = Object.entries(conditions).map(
    ([name, condition]) => `coalesce(sum(people) filter (where ${condition}), 0)::bigint as ${name}`,
  );
  const [counts] = await db.query<UserCounts>(
    query === ''
      ? `select ${sums.join(', ')} from people_counts`
      : `select ${sums.join(', ')} from (
          select user_type, user_approved, user_refused, 1 as people from users
          where erased is null and ${wordsOfRow} @@ $1::tsquery) found`,
    query === '' ? [] : [query],
  );
  if (!counts) throw new Error('A count has no row.');
  return counts;
}

const listing = 'profiles';

/**
 * One page of people, newest first. `text` matches the beginnings of words of name, company and e-mail. The first page
 * tells how many each listing has.
 *
 * @throws Refusal `bad-cursor` for a cursor that is not of this listing
 */
export async function listProfiles(
  db: Queryable,
  asked: { category?: UserListingCategory; text?: string; startAfter?: string },
): Promise<{ items: Profile[]; startAfter: string | null; counts?: UserCounts }> {
  const [before] = asked.startAfter ? placeOf(listing, asked.startAfter, [cursorNumber]) : [null];
  const query = wordsQuery(asked.text ?? '');
  const condition = conditions[asked.category ?? 'all'];
  const fits = `erased is null and ${condition} and ($1::bigint is null or seq < $1)`;
  const isFew = query !== '' && (await areFew(db, query, condition));
  // Few are found by the index of words and sorted; else one walks from the newest on, which `|| ''` leaves as the only way.
  const words = isFew ? wordsOfRow : `coalesce(${wordsOfRow}, '')`;
  const from = `select ${profileColumns}, seq from users where ${fits} ${query === '' ? '' : `and ${words} @@ $2::tsquery`}`;
  const rows = await db.query<UserRow & { seq: number }>(
    `${isFew ? `with found as materialized (${from}) select * from found` : from} order by seq desc limit ${pageSize + 1}`,
    query === '' ? [before] : [before, query],
  );
  const page = pageOf(rows, pageSize, profileOfRow, ({ seq }) => cursorOf(listing, [seq]));
  return asked.startAfter ? page : { ...page, counts: await countProfiles(db, query) };
}
