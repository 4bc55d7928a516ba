import * as v from 'valibot';
import type { CheckedRequestOf, ResponseOf } from '../../../src/contract/calls.ts';
import type { JobSort } from '../../../src/contract/job.ts';
import { pageSize } from '../../../src/contract/limits.ts';
import type { JobSearch } from '../../../src/contract/requests.ts';
import { type ApprovedCaller, onlyJobsOf } from '../../access.ts';
import { cursorNumber, cursorOf, cursorText, pageOf, placeOf } from '../db/cursor.ts';
import type { Queryable } from '../db/db.ts';
import { type JobRow, jobOf, orderValues, selectJobs } from './jobRow.ts';
import { beginningWith, searchedWords, wordsOf } from './jobWords.ts';

type JobFilters = Omit<JobSearch, 'sort' | 'startAfter'>;

/** SQL conditions and their parameters, collected together so that the numbers fit; several may share parameters. */
class Conditions {
  readonly clauses: string[] = ['true'];
  readonly params: unknown[];

  constructor(params: unknown[] = []) {
    this.params = params;
  }

  /** Adds a condition; each `?` in it stands for the next of `values`. */
  add(clause: string, ...values: unknown[]): void {
    const rest = [...values];
    this.clauses.push(clause.replaceAll('?', () => `$${this.params.push(rest.shift())}`));
  }

  /** Returns a parameter that clauses may name more than once. */
  parameter(value: unknown, type: string): string {
    return `$${this.params.push(value)}::${type}`;
  }

  /** An index gives the jobs of one value in their order, and those of several in none. */
  addOneOf(column: string, values: readonly string[]): void {
    const [only, ...others] = values;
    if (others.length === 0) this.add(`${column} = ?`, only);
    else this.add(`${column} = any(?::text[])`, values);
  }

  get sql(): string {
    return this.clauses.join(' and ');
  }
}

const secondsOfDay = 86_400;

function startOfDay(date: string): number {
  return Date.parse(`${date}T00:00:00Z`) / 1000;
}

/** Adds the filters but the text, over `j`. */
function addFilters(conditions: Conditions, filters: Omit<JobFilters, 'text'>): void {
  const { statuses, categories, jobPriority, assignedTo, jobReporter, from, to } = filters;
  if (statuses?.length) conditions.addOneOf('j.status', statuses);
  if (categories?.length) conditions.addOneOf('j.category', categories);
  if (jobPriority) conditions.add('j.job_priority = ?', jobPriority);
  if (assignedTo !== undefined) conditions.add('j.assigned_to = ?', assignedTo.trim().toLowerCase());
  if (jobReporter) conditions.add('j.job_reporter = ?', jobReporter.trim().toLowerCase());
  if (from) conditions.add('j.created >= ?', startOfDay(from));
  if (to) conditions.add('j.created < ?', startOfDay(to) + secondsOfDay);
}

type Order = {
  sql: string;
  /** The same over the rows of `selectJobs`. */
  ofPage: string;
  /** What must be joined with jobs for it. */
  join: string;
  /** Returns the first `limit` jobs of this order of which the conditions are true. */
  first(where: string, limit: number): string;
  /** A row's place in this order. */
  place(row: JobRow): (string | number)[];
  /** Adds "after the place that this cursor names". */
  after(conditions: Conditions, listing: string, cursor: string): void;
};

const sortText = v.pipe(cursorText, v.maxLength(500));

/**
 * By one value and then by `seq`, which is unique, so that equal values are told apart and no row is skipped or shown
 * twice. Both go the same way, so that one index serves both ways.
 */
function by(
  sql: string,
  type: 'bigint' | 'text',
  direction: 'asc' | 'desc',
  value: (row: JobRow) => string | number,
): Order {
  const sign = direction === 'asc' ? '>' : '<';
  const rule = type === 'text' ? sortText : cursorNumber;
  const inOrder = `${sql} ${direction}, j.seq ${direction}`;
  return {
    sql: inOrder,
    ofPage: inOrder,
    join: '',
    first: (where, limit) => `select * from jobs j where ${where} order by ${inOrder} limit ${limit}`,
    place: (row) => [value(row), row.seq],
    after: (conditions, listing, cursor) =>
      conditions.add(
        `(${sql}, j.seq) ${sign} (?::${type}, ?::bigint)`,
        ...placeOf(listing, cursor, [rule, cursorNumber]),
      ),
  };
}

function byAge(direction: 'asc' | 'desc'): Order {
  const inOrder = `j.seq ${direction}`;
  return {
    sql: inOrder,
    ofPage: inOrder,
    join: '',
    first: (where, limit) => `select * from jobs j where ${where} order by ${inOrder} limit ${limit}`,
    place: (row) => [row.seq],
    after: (conditions, listing, cursor) =>
      conditions.add(
        `j.seq ${direction === 'asc' ? '>' : '<'} ?`,
        ...placeOf(listing, cursor, [cursorNumber]),
      ),
  };
}

/**
 * By the name of the assignee, which stands in the user's row, so that a new name changes no job. Who has jobs at all is read off
 * the index of assignees, one look for each; their jobs follow one user after the other, in the order of their names.
 */
function byAssignee(direction: 'asc' | 'desc'): Order {
  const name =
    "coalesce((select lower(first_name || ' ' || last_name) from users where email = %), '') as name";
  const order = by('named.name', 'text', direction, (row) => row.assignee_order);
  return {
    ...order,
    ofPage: `${orderValues.assignee} ${direction}, j.seq ${direction}`,
    join: `cross join lateral (select ${name.replace('%', 'j.assigned_to')}) named`,
    first: (where, limit) => `
      with recursive assignees as (
        (select assigned_to as email from jobs order by assigned_to limit 1)
        union all
        select (select assigned_to from jobs where assigned_to > before.email order by assigned_to limit 1)
        from assignees before where before.email is not null
      )
      select j.* from (
        select s.email, ${name.replace('%', 's.email')} from assignees s where s.email is not null order by name ${direction}
      ) named
      cross join lateral (
        select * from jobs j where j.assigned_to = named.email and ${where} order by j.seq ${direction} limit ${limit}
      ) j
      order by ${order.sql} limit ${limit}`,
  };
}

const { project, status, priority } = orderValues;
const orders: Record<JobSort, Order> = {
  newest: byAge('desc'),
  oldest: byAge('asc'),
  updated: by('j.updated', 'bigint', 'desc', (row) => row.updated),
  'updated-asc': by('j.updated', 'bigint', 'asc', (row) => row.updated),
  project: by(project, 'text', 'asc', (row) => row.project_order),
  'project-desc': by(project, 'text', 'desc', (row) => row.project_order),
  status: by(status, 'bigint', 'asc', (row) => row.status_order),
  'status-desc': by(status, 'bigint', 'desc', (row) => row.status_order),
  assignee: byAssignee('asc'),
  'assignee-desc': byAssignee('desc'),
  priority: by(priority, 'bigint', 'desc', (row) => row.priority_order),
};

/** By age within a range of days, so that an index of days gives the jobs in their order. */
const ordersOfDays: Partial<Record<JobSort, Order>> = {
  newest: by('j.created', 'bigint', 'desc', (row) => row.created),
  oldest: by('j.created', 'bigint', 'asc', (row) => row.created),
};

/** A client with fewer jobs has all of them looked through for words. */
const fewJobs = 1000;

async function hasFewJobs(db: Queryable, reporter: string): Promise<boolean> {
  const rows = await db.query(
    `select 1 from jobs where job_reporter = $1 order by seq desc offset ${fewJobs} limit 1`,
    [reporter],
  );
  return rows.length === 0;
}

/** Of more reporters the company is read job by job. */
const mostListed = 100;

/** Lists for each word the users whose company has it, and one more than `mostListed` of too many. */
async function reportersOfCompanies(db: Queryable, words: readonly string[]): Promise<string[][]> {
  const lists = words.map(
    (_, index) =>
      `array(select email from users where company_words @@ $${index + 1}::tsquery limit ${mostListed + 1}) as "${index}"`,
  );
  const [row = {}] = await db.query<Record<string, string[]>>(`select ${lists.join(', ')}`, words);
  return Object.values(row);
}

/** Jobs that are looked through for words, per job of the page: what fewer than one in 120 have is looked up in the index of words. */
const jobsPerMatch = 120;

/**
 * Returns one page of the jobs a reader may see (§7 `/evjobs/v2/search`), `pageSize` unless told, in the order asked for, newest
 * first by default.
 *
 * Each order has an index, and a page begins after the place its cursor names. An index of words knows no order, and the database
 * cannot tell how many jobs have a word that begins with some letters. So the first jobs of the order are looked through, where frequent
 * words soon fill the page; else the index of words finds all that have the longest, rarer one. Of a client with few jobs, all are
 * looked through.
 *
 * @throws Refusal `bad-cursor` for a `startAfter` of another order or one that no page had
 */
export async function searchJobs(
  db: Queryable,
  reader: ApprovedCaller,
  { sort = 'newest', startAfter, text, ...filters }: JobSearch,
  size = pageSize,
): Promise<ResponseOf<'searchJobs'>> {
  const isOfDays = filters.from !== undefined || filters.to !== undefined;
  const order = (isOfDays && ordersOfDays[sort]) || orders[sort];
  const listing = isOfDays && ordersOfDays[sort] ? `jobs ${sort} of days` : `jobs ${sort}`;
  const limit = size + 1;

  const where = new Conditions();
  if (startAfter) order.after(where, listing, startAfter);
  const isAfter = where.sql;
  addFilters(where, filters);
  const own = onlyJobsOf(reader);

  /** Joins the page of jobs that this SQL selects with their users. */
  function rowsOf(page: string): Promise<JobRow[]> {
    return db.query(`${selectJobs(reader, { from: `(${page})` })} order by ${order.ofPage}`, where.params);
  }
  /** Reads a page out of jobs that were found in no order. */
  const rowsAmong = (jobs: string, condition: string) =>
    rowsOf(`select j.* from ${jobs} j ${order.join} where ${condition} order by ${order.sql} limit ${limit}`);
  const answer = (rows: JobRow[]) => pageOf(rows, size, jobOf, (row) => cursorOf(listing, order.place(row)));

  const searched = searchedWords(text ?? '');
  if (text && searched.length === 0) return answer([]);
  // All jobs of a client are of one company.
  const companyOfAll = own === null ? [] : wordsOf(reader.profile.company);
  const words = searched.filter((word) => !companyOfAll.some((ofCompany) => ofCompany.startsWith(word)));
  const [longest, ...others] = words.map(beginningWith);
  if (longest === undefined) {
    if (own !== null) where.add('j.job_reporter = ?', own);
    return answer(await rowsOf(order.first(where.sql, limit)));
  }

  // The company stands in the user's row, so that a new name changes no job.
  const [ofLongest = [], ...ofOthers] =
    own === null ? await reportersOfCompanies(db, [longest, ...others]) : [];
  function isOfCompany(query: string, reporters: readonly string[] = []): string {
    if (reporters.length === 0) return 'false';
    return reporters.length > mostListed
      ? `(select u.company_words @@ ${query} from users u where u.email = j.job_reporter)`
      : `j.job_reporter = any(${where.parameter(reporters, 'text[]')})`;
  }
  // An expression has no index: what many jobs have in common is not looked up, as an index takes long to list them.
  for (const [index, other] of others.entries()) {
    const query = where.parameter(other, 'tsquery');
    where.add(`(coalesce(j.search, '') @@ ${query} or ${isOfCompany(query, ofOthers[index])})`);
  }
  const query = where.parameter(longest, 'tsquery');
  if (own !== null && (await hasFewJobs(db, own))) {
    where.add('j.job_reporter = ?', own);
    return answer(await rowsAmong('jobs', `${where.sql} and coalesce(j.search, '') @@ ${query}`));
  }
  if (own !== null) where.add("j.job_reporter || '' = ?", own);
  const ofCompany = isOfCompany(query, ofLongest);
  const rows = await rowsAmong(
    `(${order.first(isAfter, limit * jobsPerMatch)})`,
    `${where.sql} and (j.search @@ ${query} or ${ofCompany})`,
  );
  if (rows.length === limit) return answer(rows);
  const matches = `select j.* from jobs j ${order.join} where ${where.sql}`;
  const reported =
    ofLongest.length > mostListed
      ? `j.job_reporter in (select email from users where company_words @@ ${query})`
      : ofCompany;
  // `offset 0`: the words are looked up first, whatever the order.
  const found = `${matches} and j.search @@ ${query} union all ${matches} and ${reported} and not j.search @@ ${query}`;
  return answer(await rowsAmong(`(${found} offset 0)`, 'true'));
}

/** One page of the reader's jobs, newest first (§7 `/v2/evjobs`). Throws `bad-cursor`. */
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
