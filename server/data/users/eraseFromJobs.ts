import type { Queryable } from '../db/db.ts';
import { type Erasing, textWithoutUser } from './withoutUser.ts';

/** Columns of jobs' rows that only the user's own writes fill: once the user is locked, no rows are added. */
const own = [
  ['history', 'user_email'],
  ['attachments', 'uploaded_by'],
  ['deliverables', 'added_by'],
  ['deliverables', 'withdrawn_by'],
  ['staff_notes', 'from_user'],
] as const;

/** Replaced once their jobs are locked, because a change of the assignee and a mark with a message lock the job before its messages. */
const messageColumns = ['from_user', 'to_user'] as const;

/** Runs an update of rows of jobs. @returns the ids of those jobs */
async function jobsOfUpdate(db: Queryable, update: string, params: readonly unknown[]): Promise<string[]> {
  const rows = await db.query<{ job_id: string }>(
    `with changed as (${update} returning job_id) select distinct job_id from changed`,
    params,
  );
  return rows.map(({ job_id }) => job_id);
}

/** Replaces assignees in the history of jobs. */
async function replaceInHistory(
  db: Queryable,
  { email, pseudonym }: Erasing,
  jobIds: readonly string[] | null,
): Promise<string[]> {
  const changed: string[] = [];
  for (const column of ['from_text', 'to_text']) {
    const update = `update history set ${column} = $2
        where field = 'assignedTo' and ${column} = $1 and ($3::text[] is null or job_id = any($3))`;
    changed.push(...(await jobsOfUpdate(db, update, [email, pseudonym, jobIds])));
  }
  return changed;
}

/** Replaces the user in rows of jobs, while others write. @returns the ids of all jobs that mention the user */
export async function replaceOnJobs(db: Queryable, user: Erasing): Promise<string[]> {
  const { email, pseudonym } = user;
  const jobs = await db.query<{ job_id: string }>(
    `select job_id from jobs where job_reporter = $1 union select job_id from jobs where assigned_to = $1
      union select job_id from messages where from_user = $1 or to_user = $1`,
    [email],
  );
  const ids = jobs.map(({ job_id }) => job_id);
  for (const [table, column] of own) {
    const update = `update ${table} set ${column} = $2 where ${column} = $1`;
    ids.push(...(await jobsOfUpdate(db, update, [email, pseudonym])));
  }
  // Without its job: no client hears of it, and the author's own notes are announced already.
  await db.query(
    'update staff_notes set mentions = array_replace(mentions, $1, $2) where $1 = any(mentions)',
    [email, pseudonym],
  );
  ids.push(...(await replaceInHistory(db, user, null)));
  return [...new Set(ids)];
}

/** Locks these jobs, so that later writes find the pseudonym, and replaces the user in what was written on them until then. */
export async function replaceInJobs(db: Queryable, user: Erasing, jobIds: readonly string[]): Promise<void> {
  const { email, pseudonym } = user;
  // Not in rows that only name a job: the dispatch of notices has locked events that this transaction needs next.
  await db.query('select 1 from jobs where job_id = any($1::text[]) order by job_id for no key update', [
    jobIds,
  ]);
  await db.query("update jobs set job_reporter = $2, reporter_phone = '' where job_reporter = $1", [
    email,
    pseudonym,
  ]);
  await db.query('update jobs set assigned_to = $2 where assigned_to = $1', [email, pseudonym]);
  for (const column of messageColumns) {
    await db.query(`update messages set ${column} = $2 where ${column} = $1 and job_id = any($3::text[])`, [
      email,
      pseudonym,
      jobIds,
    ]);
  }
  await replaceInHistory(db, user, jobIds);
  await replaceInWholeTexts(db, user, jobIds);
}

/**
 * Removes whole texts of the user's emails, whose signatures have their phone and address, and replaces the user in those of others,
 * whose quotes name them.
 */
async function replaceInWholeTexts(db: Queryable, user: Erasing, jobIds: readonly string[]): Promise<void> {
  await db.query(
    'update messages set whole = null where whole is not null and from_user = $1 and job_id = any($2::text[])',
    [user.pseudonym, jobIds],
  );
  const rows = await db.query<{ communication_id: string; whole: string }>(
    'select communication_id, whole from messages where whole is not null and job_id = any($1::text[])',
    [jobIds],
  );
  for (const { communication_id, whole } of rows) {
    const text = textWithoutUser(whole, user);
    if (text === whole) continue;
    await db.query('update messages set whole = $2 where communication_id = $1', [communication_id, text]);
  }
}
