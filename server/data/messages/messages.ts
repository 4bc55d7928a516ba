import type { ResponseOf } from '../../../src/contract/calls.ts';
import type { Message } from '../../../src/contract/messages/message.ts';
import { type ApprovedCaller, onlyJobsOf } from '../../access/access.ts';
import type { Queryable } from '../db/db.ts';
import { firstRow, type MessageRow, messageOf, selectMessages } from './messageRow.ts';

/**
 * Returns a message.
 *
 * @param locked whether to lock it until the transaction ends
 * @throws Refusal `not-found` unless the caller may see it
 */
export async function messageFor(
  db: Queryable,
  reader: ApprovedCaller,
  communicationId: string,
  locked = false,
): Promise<Message> {
  const rows = db.query<MessageRow>(
    `${selectMessages} where m.communication_id = $1 and ($2::text is null or j.job_reporter = $2)
      ${locked ? 'for no key update of m' : ''}`,
    [communicationId, onlyJobsOf(reader)],
  );
  return messageOf(await firstRow(rows), reader);
}

/**
 * Returns the whole text of a message that shows a part of it.
 *
 * @throws Refusal `not-found` unless the caller may see the message and it shows a part
 */
export async function wholeText(
  db: Queryable,
  reader: ApprovedCaller,
  communicationId: string,
): Promise<ResponseOf<'wholeText'>> {
  const { whole } = await firstRow(
    db.query<{ whole: string }>(
      `select m.whole from messages m join jobs j on j.job_id = m.job_id
        where m.communication_id = $1 and ($2::text is null or j.job_reporter = $2) and m.whole is not null`,
      [communicationId, onlyJobsOf(reader)],
    ),
  );
  return { text: whole };
}

/** Returns messages by their ids, with their senders' keys. The caller checks the right to read them, and who gets the key. */
export async function messagesByIds(
  db: Queryable,
  ids: readonly string[],
): Promise<Map<string, { message: Message; key: string | null }>> {
  const rows = await db.query<MessageRow>(`${selectMessages} where m.communication_id = any($1::text[])`, [
    ids,
  ]);
  return new Map(rows.map((row) => [row.communicationId, { message: messageOf(row), key: row.key }]));
}
