import { type DueDigest, dueDigestEmail } from '../../mail/dueDigestEmail.ts';
import { quietUntil } from '../../notify/quietHours.ts';
import type { Database, Queryable } from '../db/db.ts';
import { dueConditions } from '../jobs/due.ts';
import { queueEmails } from './emailQueue.ts';
import { mailTokenOf } from './mailTokens.ts';
import { settingsOf } from './notificationSettings.ts';

/** Jobs that one email lists. */
const mostListed = 30;

type Row = {
  email: string;
  first_name: string;
  settings: unknown;
  job_code: string;
  project: string;
  due_day: string;
  is_overdue: boolean;
  overdue: number;
  soon: number;
};

/** Reads the jobs of each approved employee that are due soon or overdue at `$1` (seconds), the longest overdue first. */
const selectDue = `
  select u.email, u.first_name, s.settings, d.job_code, d.project, d.due_day, d.is_overdue, d.overdue, d.soon from (
      select j.assigned_to, j.job_code, j.project, j.due_day, j.due_end <= $1::bigint as is_overdue,
        row_number() over (partition by j.assigned_to order by j.due_end, j.seq) as place,
        count(*) filter (where j.due_end <= $1::bigint) over (partition by j.assigned_to) as overdue,
        count(*) filter (where j.due_end > $1::bigint) over (partition by j.assigned_to) as soon
      from jobs j where j.assigned_to <> '' and ((${dueConditions.overdue('$1::bigint')}) or (${dueConditions.soon('$1::bigint')}))
    ) d
    join users u on u.email = d.assigned_to and u.user_approved and u.user_type in ('ADMIN', 'EMPLOYEE')
    left join notification_settings s on s.email = u.email
    where d.place <= ${mostListed} order by u.email, d.place`;

async function queueDigest(db: Queryable, digest: DueDigest, publicUrl: string, runAfter: number) {
  const token = await mailTokenOf(db, digest.to.email);
  await queueEmails(db, [dueDigestEmail(digest, publicUrl, token)], runAfter);
}

/**
 * Queues the emails of one day: to each employee with jobs that are due soon or overdue, unless they want no emails, and not within their
 * quiet hours. `now` in seconds.
 */
export async function queueDueDigests(db: Database, publicUrl: string, now: number): Promise<void> {
  const rows = await db.query<Row>(selectDue, [now]);
  for (const [email, jobs] of Map.groupBy(rows, (row) => row.email)) {
    const [first] = jobs;
    const settings = settingsOf(first?.settings);
    if (!first || settings.mail === 'NEVER') continue;
    const digest = {
      to: { email, firstName: first.first_name },
      overdue: first.overdue,
      soon: first.soon,
      jobs: jobs.map(({ job_code, project, due_day, is_overdue }) => ({
        jobCode: job_code,
        project,
        date: due_day,
        isOverdue: is_overdue,
      })),
    };
    const runAfter = quietUntil(settings.quietHours, now) ?? now;
    await db.tx((tx) => queueDigest(tx, digest, publicUrl, runAfter));
  }
}
