import * as v from 'valibot';
import type { JobSort } from '../../../src/contract/jobs/job.ts';
import { cursorNumber, cursorText, decodeCursor } from '../cursor.ts';
import type { Conditions } from './conditions.ts';
import { orderValues } from './jobRow.ts';

export type Order = {
  sql: string;
  /** SQL order over the rows of `selectJobs`. */
  ofPage: string;
  /** The joins that it needs. */
  join: string;
  /** Returns SQL for the first `limit` jobs in this order that match. */
  first(where: string, limit: number): string;
  /** SQL over the rows of `selectJobs` of what is ordered by before `seq`, where there is such. */
  value: string | null;
  /** SQL condition that exactly the jobs in progress meet, as the range of this order's index. */
  inProgress?: string;
  /** The due date of jobs in progress, as the order's index has it: see `dueConditions`. */
  dueEnd?: string;
  /** Adds the condition that a job comes after the place of this cursor. */
  after(conditions: Conditions, listing: string, cursor: string): void;
};

const sortText = v.pipe(cursorText, v.maxLength(500));

/**
 * Orders by one value and then by `seq`, which is unique, so that no row is skipped or shown twice. Both in the same direction, so that
 * one index serves both directions.
 */
function by(sql: string, type: 'bigint' | 'text', direction: 'asc' | 'desc'): Order {
  const sign = direction === 'asc' ? '>' : '<';
  const rule = type === 'text' ? sortText : cursorNumber;
  const inOrder = `${sql} ${direction}, j.seq ${direction}`;
  return {
    sql: inOrder,
    ofPage: inOrder,
    join: '',
    first: (where, limit) => `select * from jobs j where ${where} order by ${inOrder} limit ${limit}`,
    value: sql,
    after: (conditions, listing, cursor) =>
      conditions.add(
        `(${sql}, j.seq) ${sign} (?::${type}, ?::bigint)`,
        ...decodeCursor(listing, cursor, [rule, cursorNumber]),
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
    value: null,
    after: (conditions, listing, cursor) =>
      conditions.add(
        `j.seq ${direction === 'asc' ? '>' : '<'} ?`,
        ...decodeCursor(listing, cursor, [cursorNumber]),
      ),
  };
}

/**
 * Orders by the name of the assignee, which is in the user's row, so that a new name changes no job. Finds the assignees by a skip scan
 * of their index, and then reads the jobs of each in the order of names.
 */
function byAssignee(direction: 'asc' | 'desc'): Order {
  const name =
    "coalesce((select lower((first_name || ' ' || last_name) collate names) from users where email = %), '') as name";
  const order = by('named.name', 'text', direction);
  return {
    ...order,
    value: orderValues.assignee,
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

/**
 * Orders jobs in progress by due date, then those without one, and then all other jobs. Each direction has an index of its own, because
 * jobs without a date come last in both.
 */
function byDue(direction: 'asc' | 'desc'): Order {
  const [value, others] = direction === 'asc' ? [orderValues.due, 99_999_999_999] : [orderValues.dueDesc, -1];
  return {
    ...by(value, 'bigint', direction),
    inProgress: `${value} ${direction === 'asc' ? '<' : '>'} ${others}`,
    dueEnd: value,
  };
}

const { project, status, priority } = orderValues;

export const orders: Record<JobSort, Order> = {
  newest: byAge('desc'),
  oldest: byAge('asc'),
  updated: by('j.updated', 'bigint', 'desc'),
  'updated-asc': by('j.updated', 'bigint', 'asc'),
  project: by(project, 'text', 'asc'),
  'project-desc': by(project, 'text', 'desc'),
  status: by(status, 'bigint', 'asc'),
  'status-desc': by(status, 'bigint', 'desc'),
  assignee: byAssignee('asc'),
  'assignee-desc': byAssignee('desc'),
  priority: by(priority, 'bigint', 'desc'),
  due: byDue('asc'),
  'due-desc': byDue('desc'),
};

/** Orders by age within a range of days, for which there is an index. */
export const ordersOfDays: Partial<Record<JobSort, Order>> = {
  newest: by('j.created', 'bigint', 'desc'),
  oldest: by('j.created', 'bigint', 'asc'),
};
