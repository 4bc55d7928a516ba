import { pageSize } from '../../../src/contract/limits.ts';
import type { Profile, UserCounts, UserListingCategory } from '../../../src/contract/users/user.ts';
import { searchedWords } from '../../../src/contract/words.ts';
import { cursorNumber, decodeCursor, encodeCursor, pageOf } from '../cursor.ts';
import type { Queryable } from '../db/db.ts';
import { beginningWith } from '../jobs/jobWords.ts';
import { isUser, profileColumns, profileOfRow, type UserRow } from './callers.ts';

const conditions: Record<UserListingCategory, string> = {
  all: 'true',
  pending: 'not user_approved and not user_refused',
  clients: "user_type = 'CLIENT'",
  employees: "user_type = 'EMPLOYEE'",
  admins: "user_type = 'ADMIN'",
};

/** Returns a `tsquery` with each word of the text as a prefix. For a text without words, such as `&`, it matches nothing. */
function wordsQuery(text: string): string {
  if (text.trim() === '') return '';
  return searchedWords(text).map(beginningWith).join(' & ') || "' '";
}

/** Counts the users in each listing who match; without a search, reads the stored counts. */
async function countProfiles(db: Queryable, query: string): Promise<UserCounts> {
  const sums = Object.entries(conditions).map(
    ([name, condition]) => `coalesce(sum(people) filter (where ${condition}), 0)::bigint as ${name}`,
  );
  const [counts] = await db.query<UserCounts>(
    query === ''
      ? `select ${sums.join(', ')} from people_counts`
      : `select ${sums.join(', ')} from (
          select user_type, user_approved, user_refused, 1 as people from users
          where ${isUser} and words @@ $1::tsquery) found`,
    query === '' ? [] : [query],
  );
  if (!counts) throw new Error('A count has no row.');
  return counts;
}

const listing = 'profiles';
type Listing = { category?: UserListingCategory; text?: string; startAfter?: string };

/**
 * Returns one page of users, newest first; the first page with the counts of all listings. `text` matches prefixes of the words of
 * name, company and email.
 *
 * @throws Refusal `bad-cursor` for a cursor that is not of this listing
 */
export async function listProfiles(
  db: Queryable,
  asked: Listing,
): Promise<{ items: Profile[]; startAfter: string | null; counts?: UserCounts }> {
  const page = await profilePage(db, asked);
  return asked.startAfter ? page : { ...page, counts: await countProfiles(db, wordsQuery(asked.text ?? '')) };
}

/** Returns the same without the counts. @throws Refusal `bad-cursor` */
export async function profilePage(
  db: Queryable,
  asked: Listing,
  size = pageSize,
): Promise<{ items: Profile[]; startAfter: string | null }> {
  const limit = size + 1;
  /** The newest users, who are scanned for words before the index is used, as in `searchJobs`. */
  const scanned = 40 * limit;
  const [before] = asked.startAfter ? decodeCursor(listing, asked.startAfter, [cursorNumber]) : [null];
  const query = wordsQuery(asked.text ?? '');
  const isAfter = '($1::bigint is null or seq < $1)';
  const condition = `${isUser} and ${conditions[asked.category ?? 'all']}`;

  const select = (from: string, where: string) =>
    db.query<UserRow & { seq: number }>(
      `select ${profileColumns}, seq from ${from} where ${where} order by seq desc limit ${limit}`,
      query === '' ? [before] : [before, query],
    );

  async function rowsOfPage() {
    if (query === '') return select('users', `${condition} and ${isAfter}`);
    const matches = `${condition} and words @@ $2::tsquery`;
    const newest = `(select * from users where ${isAfter} order by seq desc limit ${scanned}) newest`;
    const rows = await select(newest, matches);
    if (rows.length === limit) return rows;
    return select(`(select * from users where ${isAfter} and ${matches} offset 0) found`, 'true');
  }

  const rows = await rowsOfPage();
  return pageOf(rows, size, profileOfRow, ({ seq }) => encodeCursor(listing, [seq]));
}
