import type { Queryable } from '../db/db.ts';
import { dropTask, finishTask, renewTask } from '../leasedTasks.ts';
import type { Payload } from '../taskKinds.ts';
import { enqueue, type Task } from '../tasks.ts';
import { forgetInvitationToken } from '../users/invitations.ts';
import { gatherSeconds } from './emailContent.ts';
import { itemOf, type Notice } from './notice.ts';
import { forgetReport } from './unpostedReports.ts';

/** An email to its recipient. Its content is read when it is sent. */
export type EmailTask = Task<'email'>;
export type EmailPayload = Payload<'email'>;

/** Queues an email to each recipient. Must run in the transaction of the write that causes them. `now` in seconds. */
export async function queueEmails(
  db: Queryable,
  emails: readonly { to: string; payload: EmailPayload }[],
  now: number,
): Promise<void> {
  const tasks = emails.map(({ to, payload }) => ({
    kind: 'email' as const,
    recipient: to,
    payload,
    runAfter: now,
  }));
  await enqueue(db, tasks, now);
}

/**
 * Adds notices to the gathering email of their user and job. Whether it is sent is decided when it is due, by the settings and what is
 * new by then; skips only users without any emails. Must run in a transaction. `now` in seconds.
 */
export async function queueNoticeEmails(
  db: Queryable,
  notices: readonly Notice[],
  now: number,
): Promise<void> {
  const wanted = notices.filter(({ settings }) => settings.mail !== 'NEVER');
  const groups = Map.groupBy(wanted, ({ recipient, jobId }) => `${recipient} ${jobId}`);
  const tasks = [...groups].flatMap(([dedupeKey, group]) =>
    group.slice(0, 1).map(({ recipient, jobId, created }) => ({
      kind: 'email' as const,
      dedupeKey,
      recipient,
      payload: { kind: 'notice' as const, jobId },
      items: group.map(itemOf),
      runAfter: created + gatherSeconds,
    })),
  );
  await enqueue(db, tasks, now);
}

/** How long emails about single jobs are gathered into one about several. */
const listSeconds = 60;

const selectOthers = `
  select 1 from tasks where recipient = $1 and done is null and kind = 'email' and dedupe_key is not null and task_id <> $2
    and payload ->> 'kind' in ('notice', 'notices') limit 1`;

/** Whether another email about jobs waits for the recipient of this one. */
export async function hasOtherNotices(db: Queryable, { recipient, taskId }: EmailTask): Promise<boolean> {
  const others = await db.query(selectOthers, [recipient, taskId], 'other notices');
  return others.length > 0;
}

/** Makes an email about one job an entry of the email about several. Must run in a transaction. `now` in seconds. */
export async function joinList(db: Queryable, task: EmailTask, jobId: string, now: number): Promise<void> {
  const { recipient, items } = task;
  // Locks it, so that nobody else has it when it is dropped.
  if (!(await renewTask(db, task, now + listSeconds))) return;
  await dropTask(db, task);
  const joined = {
    kind: 'email' as const,
    dedupeKey: `${recipient} jobs`,
    ...(recipient !== null && { recipient }),
    payload: { kind: 'notices' as const },
    items: items.map((item) => ({ ...item, jobId })),
    runAfter: now + listSeconds,
  };
  await enqueue(db, [joined], now);
}

/** Deletes the content that is stored for an email alone. Runs before the deletion of its task, in the order of an erasure. */
async function forgetContent(db: Queryable, { payload }: EmailTask): Promise<void> {
  if (payload.kind === 'invitation') await forgetInvitationToken(db, payload.invitationId);
  if (payload.kind === 'unposted') await forgetReport(db, payload.reportId);
}

/** Ends an email that was sent or given up. Must run in a transaction. `now` in seconds. */
export async function endEmail(
  db: Queryable,
  task: EmailTask,
  end: { now: number; outcome: 'SENT' | 'REFUSED' | 'GIVEN_UP'; error?: string },
): Promise<void> {
  await forgetContent(db, task);
  await finishTask(db, task, end);
}

/** Ends an email that has no content any more. Must run in a transaction. */
export async function dropEmail(db: Queryable, task: EmailTask): Promise<void> {
  await forgetContent(db, task);
  await dropTask(db, task);
}

/** Drops all pending notifications, for demo data. */
export async function dropNotifications(db: Queryable): Promise<void> {
  await db.query('update events set to_notify = false where to_notify');
  await db.query("delete from tasks where kind = 'email'");
}
