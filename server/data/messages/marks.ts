import type { Message } from '../../../src/contract/messages/message.ts';
import type { MessageMark } from '../../../src/contract/messages/messageForms.ts';
import { type ApprovedCaller, isOfFirm, mayMarkMessage, onlyJobsOf } from '../../access/access.ts';
import { Refusal } from '../../errors/errors.ts';
import { type Choice, isLater, type StoredChoice, withChoice } from '../choice.ts';
import type { Queryable } from '../db/db.ts';
import { addEvent, addJobEvents } from '../events.ts';
import { addMarksToHistory } from '../jobs/history.ts';
import { firstRow } from './messageRow.ts';
import { messageFor } from './messages.ts';

/** Locks a job against new messages and changes, which lock it before its messages. @throws Refusal `not-found` */
export async function lockForMarks(db: Queryable, caller: ApprovedCaller, jobId: string): Promise<void> {
  await firstRow(
    db.query(
      'select 1 from jobs where job_id = $1 and ($2::text is null or job_reporter = $2) for key share',
      [jobId, onlyJobsOf(caller)],
    ),
  );
}

/**
 * Sets the status of a message (§7 `/update/communication`), unless a later choice has set it; a repeat changes nothing. `now` in seconds.
 *
 * @throws Refusal `not-found` for a message of another job, or one that the caller may not see; `forbidden` for one that they may not
 *   mark
 */
export async function markMessage(
  db: Queryable,
  caller: ApprovedCaller,
  { evCommunicationId, jobId, status }: Pick<MessageMark, 'evCommunicationId' | 'jobId' | 'status'>,
  choice: Choice,
  now: number,
): Promise<Message> {
  await lockForMarks(db, caller, jobId);
  const message = await messageFor(db, caller, evCommunicationId, true);
  if (message.jobId !== jobId) throw new Refusal('not-found');
  if (!mayMarkMessage(caller, message)) throw new Refusal('forbidden');
  const { chosen } = await firstRow(
    db.query<{ chosen: StoredChoice | null }>('select chosen from messages where communication_id = $1', [
      evCommunicationId,
    ]),
  );
  const counts = isLater(choice, chosen);
  const next = counts ? status : message.status;
  const { job_reporter } = await firstRow(
    db.query<{ job_reporter: string }>(
      `update messages m set status = $2, chosen = $3::jsonb from jobs j
        where m.communication_id = $1 and j.job_id = m.job_id returning j.job_reporter`,
      [evCommunicationId, next, JSON.stringify(withChoice(choice, chosen, counts))],
    ),
  );
  if (next !== message.status) {
    await addEvent(db, {
      kind: 'mark',
      jobId,
      communicationId: evCommunicationId,
      actor: caller.email,
      created: now,
      forUser: job_reporter,
      detail: { status: next },
    });
    await addMarksToHistory(db, { jobId, user: caller.email, created: now }, next, 1);
  }
  return { ...message, status: next };
}

type MarkedRow = {
  communication_id: string;
  status: Message['status'];
  to_user: string;
  chosen: StoredChoice | null;
};

/**
 * Marks messages of the other side as addressed, together with a message that answers them: a choice as any other, which a later one of the
 * same message outlives. Must run in the transaction of that message, which has locked the job. `now` in seconds.
 *
 * @returns the ids of those that are addressed now
 * @throws Refusal `not-found` when one of them does not exist, is of another job or of the caller's own side, or may not be marked by the
 *   caller; then nothing is marked
 */
export async function markAddressed(
  db: Queryable,
  caller: ApprovedCaller,
  jobId: string,
  communicationIds: readonly string[],
  choice: Choice,
  now: number,
): Promise<string[]> {
  const ids = [...new Set(communicationIds)];
  const rows = await db.query<MarkedRow>(
    `select communication_id, status, to_user, chosen from messages
      where job_id = $1 and communication_id = any($2::text[]) and (from_user_type = 'CLIENT') = $3::boolean
      order by sequence for no key update`,
    [jobId, ids, isOfFirm(caller.profile)],
  );
  const markable = rows.filter(({ to_user }) => mayMarkMessage(caller, { toUserId: to_user }));
  if (markable.length < ids.length) throw new Refusal('not-found');
  const judged = rows.map(({ communication_id: id, status, chosen }) => {
    const counts = isLater(choice, chosen);
    const next = counts ? 'ADDRESSED' : status;
    return { id, isMarked: next !== status, status: next, chosen: withChoice(choice, chosen, counts) };
  });
  await db.query(
    `update messages set status = c.status, chosen = c.chosen
      from jsonb_to_recordset($1::jsonb) as c(id text, status text, chosen jsonb) where communication_id = c.id`,
    [JSON.stringify(judged)],
  );
  const marked = judged.filter(({ isMarked }) => isMarked).length;
  if (marked > 0) {
    await addMarksToHistory(db, { jobId, user: caller.email, created: now }, 'ADDRESSED', marked);
    await addJobEvents(db, [jobId], caller.email, now);
  }
  const addressed = judged.flatMap(({ id, status }) => (status === 'ADDRESSED' ? id : []));
  return communicationIds.filter((id) => addressed.includes(id));
}
