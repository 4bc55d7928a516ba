import type { CheckedRequestOf, FoundFile, ResponseOf } from '../../src/contract/calls.ts';
import { fewResults, pageSize } from '../../src/contract/limits.ts';
import { excerptOf, searchedWords } from '../../src/contract/words.ts';
import { type ApprovedCaller, maySearchUsers, onlyJobsOf } from '../access/access.ts';
import { Refusal } from '../errors/errors.ts';
import { cursorNumber, decodeCursor, encodeCursor, pageOf } from './cursor.ts';
import type { Queryable } from './db/db.ts';
import { hasFewJobs, searchJobs } from './jobs/jobQuery.ts';
import { beginningWith } from './jobs/jobWords.ts';
import { type AttachmentRow, attachmentColumns, attachmentOf, isWithdrawn } from './messages/attachments.ts';
import { columns, type MessageRow, messageOf, userJoins } from './messages/messageRow.ts';
import { profilePage } from './users/profilePage.ts';

/** Rows that are scanned per row of the page; rarer words are looked up in their index. */
const rowsPerMatch = 120;

type Asked = { words: readonly string[]; startAfter: string | undefined; size: number };

/** A table that is searched by words, in the order of a column. */
type Source = {
  table: 'messages' | 'attachments';
  order: 'sequence' | 'seq';
  /** SQL condition for rows `x` that clients do not find. */
  isHidden: string;
  /** Selects rows for the page out of rows `found (place)`. */
  select: (found: string) => string;
};

/**
 * Returns the newest rows of a table with all these words that the caller may see, one more than a page.
 *
 * As in `searchJobs`, the newest rows are scanned first, which soon fills the page for frequent words; else the index finds all rows
 * with the words. All rows of a client with few jobs are scanned.
 */
async function rowsWith<R>(
  db: Queryable,
  reader: ApprovedCaller,
  { table, order, isHidden, select }: Source,
  { words, startAfter, size }: Asked,
): Promise<R[]> {
  const [after] = startAfter ? decodeCursor(`found ${table}`, startAfter, [cursorNumber]) : [null];
  const own = onlyJobsOf(reader);
  const limit = size + 1;
  const params = [words.map(beginningWith).join(' & '), after, ...(own === null ? [] : [own])];
  // Only what belongs to a job can be listed with it.
  const isShown = `x.job_id is not null ${own === null ? '' : `and not ${isHidden}`}`;
  const isAfter = `${isShown} and ($2::bigint is null or x.${order} < $2)`;
  const ofCaller = own === null ? '' : 'join jobs o on o.job_id = x.job_id and o.job_reporter = $3';

  /** Reads a page out of unordered rows with `place` and `job_id`. */
  const pageAmong = (rows: string) =>
    db.query<R>(
      // Example pictures of checklists belong to no job.
      select(
        `(select x.place from (${rows}) x ${ofCaller} where x.job_id is not null order by x.place desc limit ${limit})`,
      ),
      params,
    );
  const columnsOfPage = `x.${order} as place, x.job_id`;
  // An expression, so that no index of words is used; `offset 0` keeps the planner from walking the table in its order.
  const hasWords = `coalesce(x.words, '') @@ $1::tsquery`;
  if (own !== null && (await hasFewJobs(db, own))) {
    return pageAmong(
      `select ${columnsOfPage} from jobs j join ${table} x on x.job_id = j.job_id
        where j.job_reporter = $3 and ${isAfter} and ${hasWords} offset 0`,
    );
  }
  const newest = await pageAmong(
    `select ${columnsOfPage} from (
        select * from ${table} x where ${isAfter} order by x.${order} desc limit ${limit * rowsPerMatch}) x
      where ${hasWords}`,
  );
  if (newest.length === limit) return newest;
  return pageAmong(
    `select ${columnsOfPage} from ${table} x where x.words @@ $1::tsquery and ${isAfter} offset 0`,
  );
}

type FoundFileRow = AttachmentRow & { seq: number; job_id: string; project: string; job_code: string };

const messages: Source = {
  table: 'messages',
  order: 'sequence',
  isHidden: 'false',
  select: (found) => `
    select ${columns} from ${found} page
    join messages m on m.sequence = page.place
    join jobs j on j.job_id = m.job_id ${userJoins}
    order by m.sequence desc`,
};

const files: Source = {
  table: 'attachments',
  order: 'seq',
  isHidden: isWithdrawn('x.key'),
  select: (found) => `
    select ${attachmentColumns}, t.seq, t.job_id, j.project, j.job_code from ${found} page
    join attachments t on t.seq = page.place
    join jobs j on j.job_id = t.job_id
    order by t.seq desc`,
};

async function findMessages(db: Queryable, reader: ApprovedCaller, asked: Asked) {
  const rows = await rowsWith<MessageRow>(db, reader, messages, asked);
  return pageOf(
    rows,
    asked.size,
    (row) => ({ ...messageOf(row), content: excerptOf(row.content, asked.words) }),
    ({ sequence }) => encodeCursor('found messages', [sequence]),
  );
}

function foundFileOf(row: FoundFileRow): FoundFile {
  return { ...attachmentOf(row), jobId: row.job_id, project: row.project, jobCode: row.job_code };
}

async function findFiles(db: Queryable, reader: ApprovedCaller, asked: Asked) {
  const rows = await rowsWith<FoundFileRow>(db, reader, files, asked);
  return pageOf(rows, asked.size, foundFileOf, ({ seq }) => encodeCursor('found attachments', [seq]));
}

type Kind = keyof ResponseOf<'search'>;

const nothing = { items: [], startAfter: null };

/**
 * Searches jobs, messages, names of files and, for staff, users: the first of every kind, or a page of one.
 *
 * @throws Refusal `bad-cursor`; `forbidden` for users, of a caller who may not list them
 */
export async function search(
  db: Queryable,
  reader: ApprovedCaller,
  { text, kind, startAfter }: CheckedRequestOf<'search'>,
): Promise<ResponseOf<'search'>> {
  if (kind === 'users' && !maySearchUsers(reader)) throw new Refusal('forbidden');
  const words = searchedWords(text);
  const size = kind ? pageSize : fewResults;
  const asked = { words, startAfter: kind && startAfter, size };
  const listing = { text, ...(asked.startAfter && { startAfter: asked.startAfter }) };
  const find = {
    jobs: () => searchJobs(db, reader, listing, { size }),
    messages: () => findMessages(db, reader, asked),
    files: () => findFiles(db, reader, asked),
    users: () => profilePage(db, listing, size),
  };
  const all: Kind[] = ['jobs', 'messages', 'files', ...(maySearchUsers(reader) ? (['users'] as const) : [])];
  const pages = (kind ? [kind] : all).map(
    async (one) => [one, words.length > 0 ? await find[one]() : nothing] as const,
  );
  return Object.fromEntries(await Promise.all(pages));
}
