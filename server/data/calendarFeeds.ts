import { hash } from 'node:crypto';
import type { ResponseOf } from '../../src/contract/calls.ts';
import type { UserType } from '../../src/contract/enums.ts';
import { type ApprovedCaller, isOfFirm } from '../access/access.ts';
import { invalid } from '../errors/errors.ts';
import type { Queryable } from './db/db.ts';
import { dueVisibleTo, isUndelivered } from './due/jobDue.ts';

/** Returns the hash of a feed's token. The database has only the hash, so that a copy of it opens no feed. */
function hashOf(token: string): string {
  return hash('sha256', `calendar ${token}`);
}

/** Returns when the caller's feed was made (GET /calendar-feed). */
export async function calendarFeed(
  db: Queryable,
  caller: ApprovedCaller,
): Promise<ResponseOf<'calendarFeed'>> {
  const [row] = await db.query<{ since: number | null; has_dates: boolean }>(
    `select (select created from calendar_feeds where email = $1) as since, ${dueVisibleTo(caller)} as has_dates`,
    [caller.email],
  );
  return { since: row?.since ?? null, hasDates: row?.has_dates ?? false };
}

/** Ends a user's feed for good, if there is one. */
export async function endCalendarFeed(db: Queryable, email: string): Promise<void> {
  await db.query('delete from calendar_feeds where email = $1', [email]);
}

/** Makes the caller's feed, in place of an earlier one, or ends it with null (POST /calendar-feed/save). `now` in seconds. */
export async function saveCalendarFeed(
  db: Queryable,
  caller: ApprovedCaller,
  token: string | null,
  now: number,
): Promise<ResponseOf<'saveCalendarFeed'>> {
  const { email } = caller;
  if (token === null) await endCalendarFeed(db, email);
  else {
    const taken = await db.query('select 1 from calendar_feeds where token_hash = $1 and email <> $2', [
      hashOf(token),
      email,
    ]);
    if (taken.length > 0) throw invalid('token', 'must be random');
    await db.query(
      `insert into calendar_feeds (email, token_hash, created) values ($1, $2, $3)
        on conflict (email) do update set token_hash = excluded.token_hash, created = excluded.created`,
      [email, hashOf(token), now],
    );
  }
  return calendarFeed(db, caller);
}

/** A job in a calendar. */
export type DueJob = {
  jobId: string;
  jobCode: string;
  project: string;
  /** `2026-11-27` */
  date: string;
};

/** Limit of one feed: calendars need no more, and a user with more open jobs reads lists. */
const mostJobs = 500;

/**
 * Returns the jobs in progress with due dates of the feed's user: those assigned to them, or a client's own where clients see due dates.
 * Leaves out jobs on hold, whose dates do not count. Null for a token that is unknown, replaced or ended, and for a user without access.
 */
export async function jobsOfFeed(db: Queryable, token: string): Promise<DueJob[] | null> {
  const [owner] = await db.query<{ email: string; user_type: UserType }>(
    `select u.email, u.user_type from calendar_feeds f join users u on u.email = f.email
      where f.token_hash = $1 and u.user_approved and u.erased is null and u.user_type <> 'UNSPECIFIED'`,
    [hashOf(token)],
  );
  if (!owner) return null;
  const staff = isOfFirm({ userType: owner.user_type });
  return db.query<DueJob>(
    `select j.job_id as "jobId", j.job_code as "jobCode", j.project, j.due_day as date from jobs j
      where ${staff ? 'j.assigned_to' : 'j.job_reporter'} = $1 and j.status = 'IN_PROGRESS' and j.due_day is not null
        and exists (select 1 from due_rules where ${staff ? 'rules is not null' : "(rules->>'shownToClients')::boolean"})
        and ${staff ? 'true' : isUndelivered}
      order by j.due_end, j.seq limit ${mostJobs}`,
    [owner.email],
  );
}
