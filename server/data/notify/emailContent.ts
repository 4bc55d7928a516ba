import { type Category, type JobStatus, jobStatuses, type UserType } from '../../../src/contract/enums.ts';
import type { Job } from '../../../src/contract/jobs/job.ts';
import { isStamped } from '../../../src/contract/jobs/stamped.ts';
import type { NoticeKind } from '../../../src/contract/users/notificationForms.ts';
import type { NotificationSettings } from '../../../src/contract/users/notifications.ts';
import { userNameOf } from '../../../src/contract/users/user.ts';
import { isOfFirm, mayReadNotes, staffInSql } from '../../access/access.ts';
import type { Queryable } from '../db/db.ts';
import type { NoticeItem } from '../taskKinds.ts';
import { userNameOr } from '../userNameOr.ts';
import type { Delivered } from './delivered.ts';
import { settingsOf } from './notificationSettings.ts';
import { hasWorkingDevice } from './pushDevices.ts';
import { quietUntil } from './quietHours.ts';
import { type ReadNotice, readNotices } from './readNotices.ts';

/** How long notices of a job are gathered, since the first that is still new. */
export const gatherSeconds = 10 * 60;

export type EmailEntry =
  | { kind: 'message'; by: string; content: string; files: number }
  /** `by` mentioned the recipient in a staff note. */
  | { kind: 'mention'; by: string; content: string }
  /** `by` reported a job, on behalf of its reporter if that is the recipient. */
  | { kind: 'new-job'; by: string }
  | { kind: 'assignment'; by: string }
  /** `reason`: why the job is on hold or cancelled, or empty. */
  | { kind: 'status'; by: string; from: string; to: string; reason?: string }
  | { kind: 'delivery'; delivered: readonly Delivered[] }
  /** `name` says which deliverable; `reason` is why it is withdrawn. */
  | { kind: 'withdrawal'; name: string; reason: string }
  | { kind: 'tracking'; number: string };

/** The content of an email about a job. */
export type EmailContent = {
  to: { email: string; firstName: string };
  readerIsStaff: boolean;
  job: {
    jobId: string;
    jobCode: string;
    project: string;
    reporter: string;
    company: string;
    /** Whether its documents are stamped. */
    isStamped: boolean;
  };
  settings: NotificationSettings;
  /** Entries in the order of the events. */
  entries: EmailEntry[];
};

type Gathered = { recipient: string; jobId: string; items: readonly NoticeItem[] };

type RecipientRow = {
  first_name: string;
  user_type: UserType;
  settings: NotificationSettings | null;
  has_device: boolean;
  job_code: string;
  project: string;
  status: JobStatus;
  status_reason: string;
  category: Category;
  services: Job['jobEVService'];
  reporter_first: string;
  reporter_last: string;
  reporter_company: string;
};

type NoticeRow = {
  kind: NoticeKind;
  changes: ReadNotice['changes'];
  delivered: ReadNotice['delivered'];
  created: number;
  communication_id: string | null;
  content: string | null;
  note: string | null;
  first_name: string | null;
  last_name: string | null;
  files: number;
};

/** Returns the recipient and the job, if the recipient may see it. */
async function recipientAndJob(
  db: Queryable,
  recipient: string,
  jobId: string,
  now: number,
): Promise<RecipientRow | null> {
  const [row] = await db.query<RecipientRow>(
    `select u.first_name, u.user_type, s.settings, ${hasWorkingDevice('u.email', '$3::bigint')} as has_device,
        j.job_code, j.project, j.status, j.status_reason, j.category, j.services, r.first_name as reporter_first, r.last_name as reporter_last, r.company as reporter_company
      from users u join jobs j on j.job_id = $2 join users r on r.email = j.job_reporter
      left join notification_settings s on s.email = u.email
      where u.email = $1 and u.user_approved and (u.user_type in (${staffInSql}) or j.job_reporter = u.email)`,
    [recipient, jobId, now],
  );
  return row ?? null;
}

/**
 * Returns the notices that are still new: not messages that are addressed or replied to, and not new jobs that are assigned or cancelled.
 */
async function newNotices(db: Queryable, { recipient, jobId, items }: Gathered): Promise<NoticeRow[]> {
  const read = await readNotices(db, jobId, items);
  return db.query<NoticeRow>(
    `select n.kind, n.changes, n.delivered, n.created, m.communication_id, m.content, s.content as note,
        a.first_name, a.last_name,
        (select count(*) from attachments t where t.communication_id = m.communication_id) as files
      from rows from (jsonb_to_recordset($1::jsonb) as (kind text, "communicationId" text, "noteId" text, actor text, changes jsonb,
          delivered jsonb, created bigint)) with ordinality as n (kind, message, note, actor, changes, delivered, created, place)
      join jobs j on j.job_id = $3
      left join messages m on m.communication_id = n.message and m.job_id = j.job_id
      left join staff_notes s on s.note_id = n.note and s.job_id = j.job_id
      left join users a on a.email = coalesce(m.from_user, s.from_user, n.actor)
      where (n.message is null or (m.status = 'NEW' and not exists (
          select 1 from messages o where o.job_id = m.job_id and o.sequence > m.sequence
            and (o.from_user_type = 'CLIENT') <> (m.from_user_type = 'CLIENT'))))
        and (n.kind <> 'NEW_JOB' or j.assigned_to = '' and (n.message is not null or j.status <> 'CANCELLED'))
        and (n.kind <> 'ASSIGNMENT' or j.assigned_to = $2)
        and (n.kind <> 'MENTION' or s.note_id is not null)
      order by n.place`,
    [JSON.stringify(read), recipient, jobId],
  );
}

function entriesOf(row: NoticeRow): EmailEntry[] {
  const by = userNameOr('EV', row.first_name, row.last_name);
  const { kind, communication_id, content, note, files, changes, delivered } = row;
  if (communication_id !== null) return [{ kind: 'message', by, content: content ?? '', files }];
  if (note !== null) return [{ kind: 'mention', by, content: note }];
  if (kind === 'TRACKING') return changes.map(({ to }) => ({ kind: 'tracking', number: to }));
  const changed = changes.flatMap(({ field, from, to, reason }): EmailEntry[] => {
    if (field === 'withdrawal') return [{ kind: 'withdrawal', name: to, reason }];
    return field === 'status' ? [{ kind: 'status', by, from, to }] : [];
  });
  const done: EmailEntry[] = delivered.length > 0 ? [{ kind: 'delivery', delivered }] : [];
  if (changed.length + done.length > 0) return [...done, ...changed];
  return [{ kind: kind === 'ASSIGNMENT' ? 'assignment' : 'new-job', by }];
}

/** Merges changes of the status into one; drops it if the status is as before. */
function settled(entries: readonly EmailEntry[]): EmailEntry[] {
  const statuses = entries.filter((entry) => entry.kind === 'status');
  const [first, last] = [statuses[0], statuses.at(-1)];
  if (!first || !last) return [...entries];
  return entries.flatMap((entry): EmailEntry[] => {
    if (entry.kind !== 'status') return [entry];
    return entry === first && first.from !== last.to ? [{ ...last, from: first.from }] : [];
  });
}

/** Adds the reason of a job's status, and leaves out the message with the same text. A later change has a reason of its own. */
function withReason(
  entries: readonly EmailEntry[],
  { status, status_reason: reason }: Pick<RecipientRow, 'status' | 'status_reason'>,
): EmailEntry[] {
  const current = entries.find((entry) => entry.kind === 'status' && entry.to === jobStatuses[status]);
  if (reason === '' || current?.kind !== 'status') return [...entries];
  const posted = entries.findLast((entry) => entry.kind === 'message' && entry.content === reason);
  return entries.flatMap((entry) => {
    if (entry === posted) return [];
    return entry === current ? { ...current, reason } : entry;
  });
}

/**
 * Returns the content of a gathered email, or `due` if it has to wait for the end of quiet hours or of the gathering. Null without
 * content, or if the recipient does not want it. Times in seconds.
 */
export async function emailContent(
  db: Queryable,
  gathered: Gathered,
  now: number,
): Promise<EmailContent | { due: number } | null> {
  const { recipient, jobId } = gathered;
  const row = await recipientAndJob(db, recipient, jobId, now);
  if (!row) return null;
  const settings = settingsOf(row.settings);
  if (settings.mail === 'NEVER') return null;
  const reader = { userType: row.user_type };
  const rows = (await newNotices(db, gathered)).filter(
    ({ kind }) => settings.kinds[kind] && (kind !== 'MENTION' || mayReadNotes(reader)),
  );
  const entries = withReason(settled(rows.flatMap(entriesOf)), row);
  if (entries.length === 0) return null;
  if (settings.mail === 'WITHOUT_DEVICE' && row.has_device) return null;
  const gatheredAt = Math.min(...rows.map(({ created }) => created)) + gatherSeconds;
  const due = Math.max(gatheredAt, quietUntil(settings.quietHours, now) ?? 0);
  if (due > now) return { due };
  return {
    to: { email: recipient, firstName: row.first_name },
    readerIsStaff: isOfFirm(reader),
    job: {
      jobId,
      jobCode: row.job_code,
      project: row.project,
      reporter: userNameOf({ firstName: row.reporter_first, lastName: row.reporter_last }),
      company: row.reporter_company,
      isStamped: isStamped({ category: row.category, jobEVService: row.services }),
    },
    settings,
    entries,
  };
}
