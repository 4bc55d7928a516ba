import type { NotificationSettings } from '../../../src/contract/users/notifications.ts';
import { staffInSql } from '../../access/access.ts';
import type { Queryable } from '../db/db.ts';
import { settingsOf } from '../notify/notificationSettings.ts';
import { quietUntil } from '../notify/quietHours.ts';
import { enqueue } from '../tasks.ts';
import { dueConditions } from './jobDue.ts';

/** The content of the morning's email to an employee about their due jobs. */
export type DueDigest = {
  to: { email: string; firstName: string };
  /** Jobs of the recipient that are overdue, and that are due soon. */
  overdue: number;
  soon: number;
  /** The first of them, the longest overdue first; `date` is a day like `2026-11-27`. */
  jobs: readonly { jobCode: string; project: string; date: string; isOverdue: boolean }[];
};

/** Jobs that one email lists. */
const mostListed = 30;
/** After so long, an email that could not be sent gives way to that of the next day. */
const validSeconds = 20 * 3600;

const isDue = `((${dueConditions.overdue('$1::bigint')}) or (${dueConditions.soon('$1::bigint')}))`;
const isOn = 'exists (select 1 from due_rules where rules is not null)';
const isStaff = `u.user_approved and u.user_type in (${staffInSql})`;

function wantsEmails({ mail }: NotificationSettings): boolean {
  return mail !== 'NEVER';
}

/**
 * Queues the emails of one day: to each employee with jobs that are due soon or overdue, outside of their quiet hours, unless they want
 * no emails. The content is read when the email is sent. `now` in seconds.
 */
export async function queueDueDigests(db: Queryable, now: number): Promise<void> {
  const rows = await db.query<{ email: string; settings: NotificationSettings | null }>(
    `select u.email, s.settings
      from (select distinct j.assigned_to from jobs j where j.assigned_to <> '' and ${isDue}) d
      join users u on u.email = d.assigned_to and ${isStaff}
      left join notification_settings s on s.email = u.email where ${isOn}`,
    [now],
  );
  const tasks = rows.flatMap(({ email, settings }) => {
    const wanted = settingsOf(settings);
    if (!wantsEmails(wanted)) return [];
    const runAfter = quietUntil(wanted.quietHours, now) ?? now;
    const payload = { kind: 'digest' as const };
    return { kind: 'email' as const, recipient: email, payload, runAfter, expires: runAfter + validSeconds };
  });
  await enqueue(db, tasks, now);
}

type Row = {
  first_name: string;
  settings: NotificationSettings | null;
  overdue: number;
  soon: number;
} & DueDigest['jobs'][number];

/**
 * Returns the content of an employee's email at `now` (seconds); null when there is none, or when the employee may not receive it any
 * more.
 */
export async function dueDigest(db: Queryable, email: string, now: number): Promise<DueDigest | null> {
  const rows = await db.query<Row>(
    `select u.first_name, s.settings, j.job_code as "jobCode", j.project, j.due_day as date, j.due_end <= $1::bigint as "isOverdue",
        count(*) filter (where j.due_end <= $1::bigint) over () as overdue,
        count(*) filter (where j.due_end > $1::bigint) over () as soon
      from jobs j join users u on u.email = j.assigned_to and ${isStaff}
      left join notification_settings s on s.email = u.email
      where j.assigned_to = $2 and ${isDue} and ${isOn} order by j.due_end, j.seq limit ${mostListed}`,
    [now, email],
  );
  const [first] = rows;
  if (!first || !wantsEmails(settingsOf(first.settings))) return null;
  return {
    to: { email, firstName: first.first_name },
    overdue: first.overdue,
    soon: first.soon,
    jobs: rows.map(({ jobCode, project, date, isOverdue }) => ({ jobCode, project, date, isOverdue })),
  };
}
