import type { Queryable } from '../db/db.ts';
import { enqueue, type Task } from '../tasks.ts';
import type { Email, EmailKind } from './email.ts';
import { type EmailItem, gatherSeconds } from './emailContent.ts';
import type { Notice } from './notice.ts';

type WrittenEmail = Omit<Email, 'to' | 'kind'> & { kind: Exclude<EmailKind, 'notice' | 'digest'> };

/** A written email; or gathered notices of a job, or an employee's due jobs, from which the email is written when it is sent. */
export type EmailTask = Task<
  WrittenEmail | { kind: 'notice'; jobId: string } | { kind: 'digest' },
  EmailItem
>;

/** Queues written emails. Must run in the transaction of the write that causes them. `now` in seconds. */
export async function queueEmails(db: Queryable, emails: readonly Email[], now: number): Promise<void> {
  const tasks = emails.map(({ to, ...payload }) => ({
    kind: 'email' as const,
    recipient: to,
    payload,
    runAfter: now,
  }));
  await enqueue(db, tasks, now);
}

/**
 * Adds notices to the gathering email of their user and job. Whether it is sent is decided when it is due, by what is new and by the
 * settings then; only users without any emails are skipped here. Must run in a transaction. `now` in seconds.
 */
export async function queueNoticeEmails(
  db: Queryable,
  notices: readonly Notice[],
  now: number,
): Promise<void> {
  const wanted = notices.filter(({ settings }) => settings.mail !== 'NEVER');
  const groups = Map.groupBy(wanted, ({ recipient, jobId }) => `${recipient} ${jobId}`);
  const tasks = [...groups].map(([dedupeKey, [first, ...others]]) => ({
    kind: 'email' as const,
    dedupeKey,
    ...(first && { recipient: first.recipient }),
    payload: { kind: 'notice', jobId: first?.jobId },
    items: (first ? [first, ...others] : []).map(
      ({ kind, communicationId, noteId, actor, changes, results, created }) => ({
        kind,
        communicationId,
        noteId,
        actor,
        changes,
        results,
        created,
      }),
    ),
    runAfter: (first?.created ?? now) + gatherSeconds,
  }));
  await enqueue(db, tasks, now);
}

/** Drops all pending notifications, for demo data. */
export async function dropNotifications(db: Queryable): Promise<void> {
  await db.query('update events set to_notify = false where to_notify');
  await db.query("delete from tasks where kind = 'email'");
}
