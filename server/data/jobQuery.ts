import * as v from 'valibot';
import type { AnswerOf, CheckedRequestOf } from '../../src/contract/calls.ts';
import type { JobSort } from '../../src/contract/job.ts';
import type { JobSearch } from '../../src/contract/jobSearch.ts';
import { pageSize } from '../../src/contract/limits.ts';
import { type ApprovedCaller, onlyJobsOf } from '../access.ts';
import { cursorNumber, cursorOf, cursorText, pageOf, placeOf } from './cursor.ts';
import type { Queryable } from './db.ts';
import { areFew, type LookUp, lookUpFor, pageByAssignee, pageOfFew } from './jobPage.ts';
import { type JobRow, jobOf, orderValues, selectJobs } from './jobRow.ts';
import { wordQueries } from './jobWords.ts';
import { plannedOnce } from './plannedOnce.ts';

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

const everything: LookUp = { own: true, words: () => true };

/** What of all jobs a reader sees and asks for, over `j`; the same parameters whatever is looked up in an index. */
function conditionsOf(reader: ApprovedCaller, filters: JobFilters, lookUp = everything): Conditions {
  const conditions = new Conditions();
  const only = onlyJobsOf(reader);
  if (only !== null) conditions.add(lookUp.own ? 'j.job_reporter = ?' : "j.job_reporter || '' = ?", only);
  const { text, statuses, categories, jobPriority, assignedTo, jobReporter, from, to } = filters;
  if (text) {
    const queries = wordQueries(text);
    if (queries.length === 0) conditions.add('false');
    for (const query of queries) {
      const column = lookUp.words(query) ? 'j.search' : "coalesce(j.search, '')";
      conditions.add(`${column} @@ ?::tsquery`, query);
    }
  }
  if (statuses?.length) conditions.addOneOf('j.status', statuses);
  if (categories?.length) conditions.addOneOf('j.category', categories);
  if (jobPriority) conditions.add('j.job_priority = ?', jobPriority);
  if (assignedTo !== undefined) conditions.add('j.assigned_to = ?', assignedTo.trim().toLowerCase());
  if (jobReporter) conditions.add('j.job_reporter = ?', jobReporter.trim().toLowerCase());
  if (from) conditions.add('j.created >= ?', startOfDay(from));
  if (to) conditions.add('j.created < ?', startOfDay(to) + secondsOfDay);
  return conditions;
}

type Order = {
  sql: string;
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
  return {
    sql: `${sql} ${direction}, j.seq ${direction}`,
    place: (row) => [value(row), row.seq],
    after: (conditions, listing, cursor) =>
      conditions.add(
        `(${sql}, j.seq) ${sign} (?::${type}, ?::bigint)`,
        ...placeOf(listing, cursor, [rule, cursorNumber]),
      ),
  };
}

function byAge(direction: 'asc' | 'desc'): Order {
  return {
    sql: `j.seq ${direction}`,
    place: (row) => [row.seq],
    after: (conditions, listing, cursor) =>
      conditions.add(
        `j.seq ${direction === 'asc' ? '>' : '<'} ?`,
        ...placeOf(listing, cursor, [cursorNumber]),
      ),
  };
}

/** By values of another table than the jobs'. */
const elsewhere: Partial<Record<JobSort, 'asc' | 'desc'>> = { assignee: 'asc', 'assignee-desc': 'desc' };

const { project, status, priority, assignee } = orderValues;
const orders: Record<JobSort, Order> = {
  newest: byAge('desc'),
  oldest: byAge('asc'),
  updated: by('j.updated', 'bigint', 'desc', (row) => row.updated),
  'updated-asc': by('j.updated', 'bigint', 'asc', (row) => row.updated),
  project: by(project, 'text', 'asc', (row) => row.project_order),
  'project-desc': by(project, 'text', 'desc', (row) => row.project_order),
  status: by(status, 'bigint', 'asc', (row) => row.status_order),
  'status-desc': by(status, 'bigint', 'desc', (row) => row.status_order),
  assignee: by(assignee, 'text', 'asc', (row) => row.assignee_order),
  'assignee-desc': by(assignee, 'text', 'desc', (row) => row.assignee_order),
  priority: by(priority, 'bigint', 'desc', (row) => row.priority_order),
};

/** Whether one index has the whole listing in its order, whatever is asked for: all jobs, one's own, or one status by age. */
function isWholeListing(reader: ApprovedCaller, sort: JobSort, filters: JobFilters): boolean {
  const { statuses = [], ...others } = filters;
  if (Object.values(others).some((value) => value !== undefined)) return false;
  const isByAge = sort === 'newest' || sort === 'oldest';
  if (statuses.length === 0) return isByAge || onlyJobsOf(reader) === null;
  return statuses.length === 1 && isByAge && onlyJobsOf(reader) === null;
}

/**
 * One page of the jobs a reader may see (§7 `/evjobs/v2/search`), `pageSize` unless told, in the order asked for, newest
 * first by itself. Throws `bad-cursor` for a `startAfter` of another order or of nobody's making.
 */
export async function searchJobs(
  db: Queryable,
  reader: ApprovedCaller,
  { sort = 'newest', startAfter, ...filters }: JobSearch,
  size = pageSize,
): Promise<AnswerOf<'searchJobs'>> {
  const order = orders[sort];
  const listing = `jobs ${sort}`;
  const limit = size + 1;
  const conditions = conditionsOf(reader, filters);
  const { params } = conditions;
  let matching = conditions.sql;
  const direction = elsewhere[sort];
  const isGuessed = filters.from || filters.to || (direction && params.length > 0);
  const queries = wordQueries(filters.text ?? '');
  let isFew = false;
  if (queries.length > 0) {
    const lookUp = await lookUpFor(db, { queries, own: onlyJobsOf(reader), matching, params });
    isFew = lookUp !== null;
    if (lookUp) matching = conditionsOf(reader, filters, lookUp).sql;
  } else if (isGuessed) isFew = await areFew(db, matching, params);
  const after = new Conditions(params);
  if (startAfter) order.after(after, listing, startAfter);
  const asked = {
    matching,
    after: after.sql,
    orderBy: order.sql,
    byAssignee: direction !== undefined,
    limit,
  };
  let page: string | null = null;
  if (isFew) page = pageOfFew(asked);
  else if (direction) {
    // The cursor's name and number are the last parameters.
    const last = params.length;
    const place = startAfter ? { name: `$${last - 1}::text`, seq: `$${last}::bigint` } : null;
    page = pageByAssignee(asked, direction, place);
  }
  const walk = `${selectJobs(reader)} where ${matching} and ${after.sql} order by ${order.sql} limit ${limit}`;
  const statement =
    page === null
      ? walk
      : `with recursive ${page} ${selectJobs(reader)} join page on page.job_id = j.job_id order by ${order.sql}`;
  const isPlain = !isFew && size === pageSize && isWholeListing(reader, sort, filters);
  const rows = await db.query<JobRow>(isPlain ? plannedOnce(statement) : statement, params);
  return pageOf(rows, size, jobOf, (row) => cursorOf(listing, order.place(row)));
}

/** One page of the reader's jobs, newest first (§7 `/v2/evjobs`). Throws `bad-cursor`. */
export async function listJobs(
  db: Queryable,
  reader: ApprovedCaller,
  { statues, startAfter }: Pick<CheckedRequestOf<'jobs'>, 'statues' | 'startAfter'>,
): Promise<AnswerOf<'jobs'>> {
  return searchJobs(db, reader, {
    ...(statues && { statuses: statues }),
    ...(startAfter !== undefined && { startAfter }),
  });
}
