import { staffInSql } from '../../access/access.ts';
import type { Queryable } from '../db/db.ts';

/**
 * Returns SQL for the recipient of a client's messages on a job: the email of its assignee, or `''` for nobody when the assignee is no
 * longer approved staff. §6 knows no such assignee, whose messages would be in nobody's inbox.
 */
export function clientMessageRecipient(job: string): string {
  return `coalesce((select u.email from users u
    where u.email = ${job}.assigned_to and u.user_approved and u.user_type in (${staffInSql})), '')`;
}

/**
 * Addresses the new messages of clients on these jobs to the jobs' assignees, or to nobody. Must run in the transaction that changes the
 * assignee, after the change and with the jobs locked.
 */
export async function reassignMessages(db: Queryable, jobIds: readonly string[]): Promise<void> {
  await db.query(
    `update messages m set to_user = ${clientMessageRecipient('j')} from jobs j
      where j.job_id = any($1::text[]) and m.job_id = j.job_id and m.status = 'NEW' and m.from_user_type = 'CLIENT'
        and m.to_user <> ${clientMessageRecipient('j')}`,
    [jobIds],
  );
}

/**
 * Does the same on all jobs of an assignee whose access has changed. A message sent at the same moment may still have the former
 * recipient, until `reassignLeftMessages` comes to it.
 *
 * @returns the ids of the jobs with such messages
 */
export async function reassignMessagesOf(db: Queryable, assignee: string): Promise<string[]> {
  const jobs = await db.query<{ job_id: string }>(
    `select j.job_id from jobs j where j.assigned_to = $1 and exists (
        select 1 from messages m where m.job_id = j.job_id and m.status = 'NEW' and m.from_user_type = 'CLIENT'
          and m.to_user <> ${clientMessageRecipient('j')})
      order by j.job_id for key share`,
    [assignee],
  );
  const ids = jobs.map(({ job_id }) => job_id);
  await reassignMessages(db, ids);
  return ids;
}

/** Messages that one statement checks. */
const messagesAtOnce = 1000;

/**
 * Addresses new messages of clients that were sent at the moment of such a change, some at a time.
 *
 * @param after the sequence after which to go on
 * @returns the sequence of the last message that was checked; null at the end
 */
export async function reassignLeftMessages(db: Queryable, after: number): Promise<number | null> {
  const looked = await db.query<{ sequence: number }>(
    `with looked as materialized (
        select communication_id, job_id, sequence from messages
          where status = 'NEW' and sequence > $1 order by sequence limit ${messagesAtOnce}
      ), locked as materialized (
        select j.job_id, ${clientMessageRecipient('j')} as recipient from jobs j where j.job_id in (
          select l.job_id from looked l join messages m using (communication_id) join jobs o on o.job_id = l.job_id
            where m.from_user_type = 'CLIENT' and m.to_user <> ${clientMessageRecipient('o')})
          order by j.job_id for key share of j
      ), reassigned as (
        update messages m set to_user = locked.recipient from locked
          where m.job_id = locked.job_id and m.status = 'NEW' and m.from_user_type = 'CLIENT'
            and m.to_user <> locked.recipient
      )
      select sequence from looked order by sequence desc limit 1`,
    [after],
  );
  return looked[0]?.sequence ?? null;
}
