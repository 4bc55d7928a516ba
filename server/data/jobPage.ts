import type { Queryable } from './db.ts';
import { orderValues } from './jobRow.ts';
import { plannedOnce } from './plannedOnce.ts';

/** A page as SQL that may go before a reading of jobs: a table `page` of their ids. Conditions and order are over `j` and `a`. */
type AskedPage = { matching: string; after: string; orderBy: string; byAssignee: boolean; limit: number };

/** Below it, or below one in `fewOfAll` of all jobs, what fits is read whole and sorted. */
const few = 1000;
const fewOfAll = 80;
/** Of so many of the newest jobs, at least so many must fit for a walk from the newest on to be the shorter way. */
const sample = { jobs: 500, fitting: 4 };

type Explained = { 'QUERY PLAN': { Plan: { 'Plan Rows': number } }[] };

/**
 * Whether few jobs fit, as the database guesses without reading any. To find the first of a page it would rather walk through
 * all jobs in their order than read all that fit, and walks to the end where those that fit are older than most.
 */
export async function areFew(db: Queryable, matching: string, params: readonly unknown[]): Promise<boolean> {
  const [row] = await db.query<Explained>(
    `explain (format json) select 1 from jobs j where ${matching}`,
    params,
  );
  const fitting = row?.['QUERY PLAN'][0]?.Plan['Plan Rows'] ?? 0;
  if (fitting <= few) return true;
  const [all] = await db.query<{ jobs: number }>(
    `select reltuples::bigint as jobs from pg_class where oid = 'jobs'::regclass`,
  );
  return fitting <= (all?.jobs ?? 0) / fewOfAll;
}

/** By the index alone: asked for any row, the database would rather read the table until it has enough. */
const selectEnough = plannedOnce(
  `select 1 from jobs where job_reporter = $1 order by seq desc offset ${sample.jobs - 1} limit 1`,
);

async function hasFew(db: Queryable, own: string): Promise<boolean> {
  return (await db.query(selectEnough, [own])).length === 0;
}

function newest(where = 'true'): string {
  return `(select * from jobs where ${where} order by seq desc limit ${sample.jobs}) j`;
}

async function fitOften(db: Queryable, from: string, fits: string, params: readonly unknown[]) {
  const rows = await db.query(`select 1 from ${from} where ${fits} limit ${sample.fitting}`, params);
  return rows.length === sample.fitting;
}

/** What is looked up in an index, `own` for those who see their own jobs alone; the rest is asked of the jobs found. */
export type LookUp = { own: boolean; words(query: string): boolean };

const ownJobs: LookUp = { own: true, words: () => false };

/** The words that few of the newest jobs have, or the rarest one: an index that knows where a frequent word is takes long to say so. */
async function rarestOf(db: Queryable, queries: readonly string[]): Promise<LookUp> {
  if (queries.length === 1) return { own: false, words: () => true };
  const counts = queries.map(
    (_, index) => `count(*) filter (where j.search @@ $${index + 1}::tsquery) as c${index}`,
  );
  const [row] = await db.query<Record<string, number>>(
    `select ${counts.join(', ')} from ${newest()}`,
    queries,
  );
  const found = new Map(queries.map((query, index) => [query, row?.[`c${index}`] ?? 0]));
  const most = Math.max(sample.fitting, Math.min(...found.values()));
  return { own: false, words: (query) => (found.get(query) ?? 0) <= most };
}

/**
 * What to look up where words are asked for, which the database guesses badly; null where so many fit that a walk from the newest
 * on meets them soon. All of somebody who has few jobs; else words that few of the newest jobs have, whosever they are, as those
 * lie together and are read at once; else, of somebody's own, as the newest of theirs have it.
 *
 * @param own whose jobs alone the reader sees, which is the first parameter then; null for all
 */
export async function lookUpFor(
  db: Queryable,
  asked: { queries: readonly string[]; own: string | null; matching: string; params: readonly unknown[] },
): Promise<LookUp | null> {
  const { queries, own, matching, params } = asked;
  if (own === null) {
    return (await fitOften(db, newest(), matching, params)) ? null : rarestOf(db, queries);
  }
  if (await hasFew(db, own)) return ownJobs;
  const words = queries.map((_, index) => `j.search @@ $${index + 1}::tsquery`).join(' and ');
  if (!(await fitOften(db, newest(), words, queries))) return rarestOf(db, queries);
  return (await fitOften(db, newest('job_reporter = $1'), matching, params)) ? null : ownJobs;
}

/** For few: all that fit, by whatever index finds them, and then the first of them. */
export function pageOfFew({ matching, after, orderBy, byAssignee, limit }: AskedPage): string {
  const assignees = `assignees as materialized (
      select u.* from (select distinct assigned_to from found) d
        cross join lateral (
          select email, first_name, last_name from users where email = d.assigned_to limit 1
        ) u
    ), `;
  return `
    found as materialized (
      select j.job_id, j.seq, j.project, j.status, j.job_priority, j.assigned_to, j.updated from jobs j where ${matching}
    ), ${byAssignee ? assignees : ''} page as materialized (
      select j.job_id from found j ${byAssignee ? 'left join assignees a on a.email = j.assigned_to' : ''}
        where ${after} order by ${orderBy} limit ${limit}
    )`;
}

/**
 * For many by their assignees' names, which are in another table: person by person in the order of the names, and of each the
 * first jobs only. The persons are found by a leap from one to the next in an index of jobs.
 *
 * @param place SQL of the name and the number that the page begins after
 */
export function pageByAssignee(
  { matching, limit }: Pick<AskedPage, 'matching' | 'limit'>,
  direction: 'asc' | 'desc',
  place: { name: string; seq: string } | null,
): string {
  const sign = direction === 'asc' ? '>' : '<';
  const next =
    place &&
    `j.seq ${sign} case when a.name = ${place.name} then ${place.seq} else ${direction === 'asc' ? 0 : '9223372036854775807'} end`;
  return `
    persons as (
      (select assigned_to from jobs order by assigned_to limit 1)
      union all
      select (select j.assigned_to from jobs j where j.assigned_to > p.assigned_to order by j.assigned_to limit 1)
        from persons p where p.assigned_to is not null
    ), assignees as materialized (
      select p.assigned_to as email, ${orderValues.assignee} as name
        from persons p left join lateral (
          select first_name, last_name from users where email = p.assigned_to limit 1
        ) a on true where p.assigned_to is not null
    ), page as materialized (
      select j.job_id from (select * from assignees order by name ${direction} offset 0) a cross join lateral (
          select j.job_id, j.seq from jobs j
            where j.assigned_to = a.email and ${matching} ${next ? `and ${next}` : ''}
            order by j.seq ${direction} limit ${limit}
        ) j
        ${place ? `where a.name ${sign}= ${place.name}` : ''}
        order by a.name ${direction}, j.seq ${direction} limit ${limit}
    )`;
}
