import { randomBytes } from 'node:crypto';
import type { Message } from '../../../src/contract/messages/message.ts';
import { type ApprovedCaller, isOfFirm, onlyJobsOf } from '../../access/access.ts';
import type { Queryable } from '../db/db.ts';
import { indexedWords, vectorOf } from '../indexedWords.ts';
import type { StoredFile } from '../storedFile.ts';
import { addAttachments } from './attachments.ts';
import { firstRow, type MessageRow, messageOf, plainColumns, userJoins } from './messageRow.ts';
import { clientMessageRecipient } from './reassignMessages.ts';

const messageIdBytes = 15;

/**
 * Returns a statement that locks a job, adds a message and its event, and returns the message; no rows if the sender may not see the job.
 */
function insertMessage(byStaff: boolean): string {
  return `
    with locked as materialized (
      select job_id, job_reporter, ${byStaff ? 'job_reporter' : clientMessageRecipient('jobs')} as to_user from jobs
        where job_id = $2 and ($7::text is null or job_reporter = $7) for update
    ), m as (
      insert into messages (
          communication_id, job_id, content, status, from_user, to_user, from_user_type, created, words, written,
          shot_id, asks, whole, key)
        select $1, job_id, $3, 'NEW', $4, to_user, $5, $6::bigint, ${vectorOf('$8')}, $9::bigint,
          (select s.shot_id from shots s where s.shot_id = $10),
          (select array_agg(s.shot_id order by array_position($11::text[], s.shot_id))
            from shots s where s.shot_id = any($11)), $12, $13
        from locked returning *
    ), notified as (
      insert into events (created, kind, actor, job_id, communication_id, for_user)
        select m.created, 'message', m.from_user, m.job_id, m.communication_id, locked.job_reporter from m cross join locked
    )
    select ${plainColumns} from m join jobs j on j.job_id = m.job_id ${userJoins}`;
}

type NewMessage = {
  content: string;
  /** The shot that its files answer; one that does not exist is left out. */
  shotId?: string | null;
  /** The shots that it asks for; those that do not exist are left out. */
  asks?: readonly string[] | null;
  /** The whole text of which `content` is a part. */
  whole?: string | null;
  /** The idempotency key that it was sent under. */
  key?: string | null;
  files: readonly StoredFile[];
  now: number;
  written: number | null;
};

/**
 * Adds a message to a job. Staff write to the reporter, a client to the assignee, if there is one (§6). Must run in a transaction, whose
 * lock of the job makes its messages visible in the order of their sequence. `now` and `written` (when it was written on the device, if
 * known) in seconds.
 *
 * @throws Refusal `not-found` for a job that the sender may not see
 */
export async function addMessage(
  db: Queryable,
  sender: ApprovedCaller,
  jobId: string,
  { content, shotId = null, asks = null, whole = null, key = null, files, now, written }: NewMessage,
): Promise<Message> {
  const communicationId = randomBytes(messageIdBytes).toString('base64url');
  const { userType } = sender.profile;
  const byStaff = isOfFirm(sender.profile);
  const params = [
    communicationId,
    jobId,
    content,
    sender.email,
    userType,
    now,
    onlyJobsOf(sender),
    indexedWords(content),
    written,
    shotId,
    asks,
    whole,
    key,
  ];
  const name = `insert message by ${byStaff ? 'staff' : 'client'}`;
  const row = await firstRow(db.query<Omit<MessageRow, 'files'>>(insertMessage(byStaff), params, name));
  await addAttachments(db, { jobId, communicationId, uploadedBy: sender.email, created: now }, files);
  return messageOf({ ...row, files: files.map(({ sha256, sent, photo, ...file }) => file) }, sender);
}
