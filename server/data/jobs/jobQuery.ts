import type { CheckedRequestOf, ResponseOf } from '../../../src/contract/calls.ts';
import { mostCounted, pageSize } from '../../../src/contract/limits.ts';
import type { JobListing, JobSearch } from '../../../src/contract/requests.ts';
import { indexWordsOf, searchedWords } from '../../../src/contract/words.ts';
import { type ApprovedCaller, onlyJobsOf } from '../../access/access.ts';
import { encodeCursor, pageOf } from '../cursor.ts';
import type { Queryable } from '../db/db.ts';
import { dueConditions, dueDayFor, dueVisibleTo, maySeeDue } from '../due/jobDue.ts';
import { Conditions } from './conditions.ts';
import { type Order, orders, ordersOfDays } from './jobOrders.ts';
import { type JobRow, jobOf, selectJobs } from './jobRow.ts';
import { beginningWith } from './jobWords.ts';

type JobFilters = Omit<JobSearch, 'sort' | 'startAfter' | 'due'>;

/** Adds the conditions over `j` of all filters except the text. */
function addFilters(conditions: Conditions, filters: Omit<JobFilters, 'text'>): void {
  const { statuses, categories, jobPriority, assignedTo, jobReporter } = filters;
  if (statuses?.length) conditions.addOneOf('j.status', statuses);
  if (categories?.length) conditions.addOneOf('j.category', categories);
  if (jobPriority) conditions.add('j.job_priority = ?', jobPriority);
  if (assignedTo !== undefined) conditions.add('j.assigned_to = ?', assignedTo.trim().toLowerCase());
  if (jobReporter) conditions.add('j.job_reporter = ?', jobReporter.trim().toLowerCase());
  if (filters.jobIds?.length) conditions.addOneOf('j.job_id', filters.jobIds);
  const { createdFrom: from, createdBefore: before } = filters;
  if (from !== undefined) conditions.add('j.created >= ?', from);
  if (before !== undefined) conditions.add('j.created < ?', before);
}

/** A client with fewer jobs has all of them scanned for words. */
const fewJobs = 1000;

/** Returns whether a client has so few jobs that all of them are scanned. */
export async function hasFewJobs(db: Queryable, reporter: string): Promise<boolean> {
  const rows = await db.query(
    `select 1 from jobs where job_reporter = $1 order by seq desc offset ${fewJobs} limit 1`,
    [reporter],
  );
  return rows.length === 0;
}

/** With more reporters than this, companies are compared job by job. */
const maxReporters = 100;

/** Returns for each word the users whose company contains it, at most one more than `maxReporters`. */
async function reportersOfCompanies(db: Queryable, words: readonly string[]): Promise<string[][]> {
  const lists = words.map(
    (_, index) =>
      `array(select email from users where company_words @@ $${index + 1}::tsquery limit ${maxReporters + 1}) as "${index}"`,
  );
  const [row = {}] = await db.query<Record<string, string[]>>(`select ${lists.join(', ')}`, words);
  return Object.values(row);
}

/**
 * Returns the users of a company, at most one more than `maxReporters`. The company is stored in their rows alone, and so is deleted with
 * them.
 */
async function usersOfCompany(db: Queryable, company: string): Promise<string[]> {
  const rows = await db.query<{ email: string }>(
    `select email from users where lower(company collate names) = lower($1 collate names) limit ${maxReporters + 1}`,
    [company],
  );
  return rows.map(({ email }) => email);
}

/** Jobs scanned per job of the page. Words found in fewer than one job in 120 are looked up in their index. */
const jobsPerMatch = 120;

/**
 * Returns one page of the jobs that a caller may see (§7 `/evjobs/v2/search`), by default of `pageSize`, newest first.
 *
 * Each order has an index. The index of words has no order, and the database cannot estimate how many jobs match a prefix. So the first
 * jobs in the order are scanned, which soon fills the page for frequent words; else the index finds all jobs with the longest word. All
 * jobs of a client with few are scanned.
 *
 * @param now seconds; only `due` needs it
 * @throws Refusal `bad-cursor` for a `startAfter` of another order or one that no page had
 */
export async function searchJobs(
  db: Queryable,
  reader: ApprovedCaller,
  search: JobSearch,
  { now = 0, size = pageSize }: { now?: number; size?: number } = {},
): Promise<ResponseOf<'searchJobs'>> {
  const { rows, listing } = await findJobs<PlacedRow>(db, reader, search, {
    now,
    limit: size + 1,
    select: (page, { ofPage, value }) => {
      const more = value === null ? [] : [`${value} as order_value`];
      return `${selectJobs(reader, { from: `(${page})`, more })} order by ${ofPage}`;
    },
  });
  return pageOf(rows, size, jobOf, ({ order_value, seq }) =>
    encodeCursor(listing, order_value === undefined ? [seq] : [order_value, seq]),
  );
}

/** Counts the jobs of each list that a caller may see, up to one more than `mostCounted`. @param now seconds */
export async function countListed(
  db: Queryable,
  reader: ApprovedCaller,
  lists: readonly JobListing[],
  now: number,
): Promise<number[]> {
  const counts: number[] = [];
  for (const list of lists) {
    const select = (page: string) => `select j.job_id from (${page}) j`;
    const { rows } = await findJobs(db, reader, list, { now, limit: mostCounted + 1, select });
    counts.push(rows.length);
  }
  return counts;
}

type Found = {
  now: number;
  /** The most that are found. */
  limit: number;
  /** Returns SQL that reads rows of the jobs that a SQL selects. */
  select: (page: string, order: Order) => string;
};

/** A job and the value by which its page is ordered. */
type PlacedRow = JobRow & { order_value?: string | number };

/** Finds the first jobs of a list, see `searchJobs`, and reads something of each. */
async function findJobs<Row>(
  db: Queryable,
  reader: ApprovedCaller,
  { sort: asked = 'newest', startAfter, text, due, ...filters }: JobSearch,
  { now, limit, select }: Found,
): Promise<{ rows: Row[]; listing: string }> {
  // The order by due dates would reveal them.
  const isHidden = (asked === 'due' || asked === 'due-desc') && !(await maySeeDue(db, reader));
  const sort = isHidden ? 'newest' : asked;
  const isOfDays = filters.createdFrom !== undefined || filters.createdBefore !== undefined;
  const order = (isOfDays && ordersOfDays[sort]) || orders[sort];
  const listing = isOfDays && ordersOfDays[sort] ? `jobs ${sort} of days` : `jobs ${sort}`;

  const where = new Conditions();
  if (startAfter) order.after(where, listing, startAfter);
  const isAfter = where.sql;
  // Replaces the condition on the status, with which the database would read and sort all jobs in progress.
  const inProgress = filters.statuses?.join() === 'IN_PROGRESS' && order.inProgress;
  if (inProgress) where.add(inProgress);
  addFilters(where, inProgress ? { ...filters, statuses: [] } : filters);
  const { company } = filters;
  const ofOneCompany = company ? await usersOfCompany(db, company) : [];
  if (company && ofOneCompany.length > maxReporters) {
    where.add(
      '(select lower(u.company collate names) = lower(? collate names) from users u where u.email = j.job_reporter)',
      company,
    );
  } else if (ofOneCompany.length > 0) where.addOneOf('j.job_reporter', ofOneCompany);
  else if (company) where.add('false');
  if (due)
    where.add(
      `${dueConditions[due](where.parameter(now, 'bigint'), order.dueEnd)} and ${dueVisibleTo(reader)} and ${dueDayFor(reader)} is not null`,
    );
  const own = onlyJobsOf(reader);

  function rowsOf(page: string): Promise<Row[]> {
    return db.query(select(page, order), where.params);
  }
  /** Reads a page out of unordered jobs. */
  const rowsAmong = (jobs: string, condition: string) =>
    rowsOf(`select j.* from ${jobs} j ${order.join} where ${condition} order by ${order.sql} limit ${limit}`);
  const found = (rows: Row[]) => ({ rows, listing });

  const searched = searchedWords(text ?? '');
  if (text && searched.length === 0) return found([]);
  // All jobs of a client have one company.
  const companyOfAll = own === null ? [] : indexWordsOf(reader.profile.company);
  const words = searched.filter((word) => !companyOfAll.some((ofCompany) => ofCompany.startsWith(word)));
  const [longest, ...others] = words.map(beginningWith);
  if (longest === undefined) {
    if (own !== null) where.add('j.job_reporter = ?', own);
    const isByAge = order === orders.newest || order === orders.oldest;
    if (!isByAge || ofOneCompany.length < 2 || ofOneCompany.length > maxReporters)
      return found(await rowsOf(order.first(where.sql, limit)));
    // The first ones of each client: an index has the jobs of one by age, not those of several.
    const clients = `unnest(${where.parameter(ofOneCompany, 'text[]')}) client (email)`;
    const ofClient = order.first(`${where.sql} and j.job_reporter = client.email`, limit);
    return found(await rowsAmong(`(select j.* from ${clients} cross join lateral (${ofClient}) j)`, 'true'));
  }

  // The company is in the user's row, so that a new name changes no job.
  const [ofLongest = [], ...ofOthers] =
    own === null ? await reportersOfCompanies(db, [longest, ...others]) : [];
  function isOfCompany(query: string, reporters: readonly string[] = []): string {
    if (reporters.length === 0) return 'false';
    return reporters.length > maxReporters
      ? `(select u.company_words @@ ${query} from users u where u.email = j.job_reporter)`
      : `j.job_reporter = any(${where.parameter(reporters, 'text[]')})`;
  }
  // As an expression, so that no index is used: index look-ups of frequent values are slow.
  for (const [index, other] of others.entries()) {
    const query = where.parameter(other, 'tsquery');
    where.add(`(coalesce(j.search, '') @@ ${query} or ${isOfCompany(query, ofOthers[index])})`);
  }
  const query = where.parameter(longest, 'tsquery');
  if (own !== null && (await hasFewJobs(db, own))) {
    where.add('j.job_reporter = ?', own);
    return found(await rowsAmong('jobs', `${where.sql} and coalesce(j.search, '') @@ ${query}`));
  }
  if (own !== null) where.add("j.job_reporter || '' = ?", own);
  const ofCompany = isOfCompany(query, ofLongest);
  const rows = await rowsAmong(
    `(${order.first(isAfter, limit * jobsPerMatch)})`,
    `${where.sql} and (j.search @@ ${query} or ${ofCompany})`,
  );
  if (rows.length === limit) return found(rows);
  const matches = `select j.* from jobs j ${order.join} where ${where.sql}`;
  const reported =
    ofLongest.length > maxReporters
      ? `j.job_reporter in (select email from users where company_words @@ ${query})`
      : ofCompany;
  // `offset 0` keeps the planner from using the order's index before that of words.
  const all = `${matches} and j.search @@ ${query} union all ${matches} and ${reported} and not j.search @@ ${query}`;
  return found(await rowsAmong(`(${all} offset 0)`, 'true'));
}

/** Returns one page of the caller's jobs, newest first (§7 `/v2/evjobs`). @throws Refusal `bad-cursor` */
export async function listJobs(
  db: Queryable,
  reader: ApprovedCaller,
  { statues, startAfter }: Pick<CheckedRequestOf<'jobs'>, 'statues' | 'startAfter'>,
): Promise<ResponseOf<'jobs'>> {
  return searchJobs(db, reader, {
    ...(statues && { statuses: statues }),
    ...(startAfter !== undefined && { startAfter }),
  });
}
