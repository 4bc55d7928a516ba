import type { JobStatus, UserType } from '../../../src/contract/enums.ts';
import type { Job } from '../../../src/contract/jobs/job.ts';
import { isStamped } from '../../../src/contract/jobs/stamped.ts';
import type { NotificationSettings } from '../../../src/contract/users/notifications.ts';
import { isOfFirm, mayReadNotes, staffInSql } from '../../access/access.ts';
import type { Queryable } from '../db/db.ts';
import { isAnswered, putsOff } from '../messages/inbox.ts';
import { userNameOr } from '../userNameOr.ts';
import { settingsOf } from './notificationSettings.ts';

export type PushMessage = { communicationId: string; content: string; fromName: string; files: number };

type PushNote = { noteId: string; content: string; fromName: string };

/** The state when a push is sent, which may be long after its event. */
export type PushFacts = {
  email: string;
  userType: UserType;
  settings: NotificationSettings;
  /** Messages that need the recipient's answer, on all jobs: the part `needs-answer` of their inbox. */
  unread: number;
  /** Null for a test, and for a job that the recipient may not see any more. */
  job: {
    jobId: string;
    jobCode: string;
    project: string;
    status: JobStatus;
    /** Why the job is on hold or cancelled, or empty. */
    statusReason: string;
    /** Whether its documents are stamped. */
    isStamped: boolean;
    assignedTo: string;
    trackingNumber: string;
    /** New messages on this job to the recipient, or for staff to nobody, oldest first. */
    messages: PushMessage[];
    /** The requested staff notes, for staff alone. */
    notes: PushNote[];
  } | null;
};

type RecipientRow = { user_type: UserType; settings: NotificationSettings | null; unread: number };
type JobRow = Omit<NonNullable<PushFacts['job']>, 'jobId' | 'messages' | 'notes' | 'isStamped'> &
  Pick<Job, 'category'> & { services: Job['jobEVService'] };
type SenderRow = { from_user: string; first_name: string | null; last_name: string | null };

/** The messages for a recipient: staff also reply to clients' messages without an addressee. */
const toRecipient = `m.status = 'NEW' and m.to_user = any(case when $2 then array[$1, ''] else array[$1] end::text[])`;

async function jobOf(
  db: Queryable,
  { email, userType }: { email: string; userType: UserType },
  jobId: string,
  noteIds: readonly string[],
): Promise<PushFacts['job']> {
  const staff = isOfFirm({ userType });
  const [job] = await db.query<JobRow>(
    `select job_code as "jobCode", project, status, status_reason as "statusReason", category, services, assigned_to as "assignedTo",
        tracking_number as "trackingNumber" from jobs
      where job_id = $3 and ($2::boolean or job_reporter = $1)`,
    [email, staff, jobId],
  );
  if (!job) return null;
  const rows = await db.query<Omit<PushMessage, 'fromName'> & SenderRow>(
    `select m.communication_id as "communicationId", m.content, m.from_user, f.first_name, f.last_name,
        (select count(*) from attachments t where t.communication_id = m.communication_id) as files
      from messages m left join users f on f.email = m.from_user
      where ${toRecipient} and m.job_id = $3 order by m.sequence`,
    [email, staff, jobId],
  );
  const { category, services, ...facts } = job;
  return {
    jobId,
    ...facts,
    isStamped: isStamped({ category, jobEVService: services }),
    messages: rows.map(({ from_user, first_name, last_name, ...message }) => ({
      ...message,
      fromName: userNameOr(from_user, first_name, last_name),
    })),
    notes: await notesOf(db, userType, jobId, noteIds),
  };
}

/** Returns staff notes of a job by their ids; none for a reader who is not staff. */
async function notesOf(
  db: Queryable,
  userType: UserType,
  jobId: string,
  noteIds: readonly string[],
): Promise<PushNote[]> {
  if (!mayReadNotes({ userType }) || noteIds.length === 0) return [];
  const rows = await db.query<Omit<PushNote, 'fromName'> & SenderRow>(
    `select n.note_id as "noteId", n.content, n.from_user, f.first_name, f.last_name
      from staff_notes n left join users f on f.email = n.from_user
      where n.job_id = $1 and n.note_id = any($2::text[])`,
    [jobId, noteIds],
  );
  return rows.map(({ from_user, first_name, last_name, ...note }) => ({
    ...note,
    fromName: userNameOr(from_user, first_name, last_name),
  }));
}

/**
 * Returns the facts for a push; null when the recipient may not use the product any more. `jobId` is null for a test; `noteIds` are the
 * staff notes that notices are about. `now` in seconds.
 */
export async function pushFacts(
  db: Queryable,
  email: string,
  jobId: string | null,
  noteIds: readonly string[],
  now: number,
): Promise<PushFacts | null> {
  const [row] = await db.query<RecipientRow>(
    `select u.user_type, s.settings, (select count(*) from messages m join jobs j on j.job_id = m.job_id
          where m.status = 'NEW' and m.to_user = u.email and not ${isAnswered}
            and (m.from_user_type = 'CLIENT') = (u.user_type in (${staffInSql}))
            and (u.user_type in (${staffInSql}) or j.job_reporter = u.email)
            and not exists (select 1 from snoozes s where ${putsOff('u.email', '$2::bigint')})) as unread
      from users u left join notification_settings s on s.email = u.email
      where u.email = $1 and u.user_approved and not u.user_refused`,
    [email, now],
  );
  if (!row) return null;
  const userType = row.user_type;
  return {
    email,
    userType,
    settings: settingsOf(row.settings),
    unread: row.unread,
    job: jobId === null ? null : await jobOf(db, { email, userType }, jobId, noteIds),
  };
}
