import { newestMessages } from '../../../src/contract/limits.ts';
import type { Message } from '../../../src/contract/messages/message.ts';
import { type ApprovedCaller, onlyJobsOf } from '../../access/access.ts';
import { Refusal } from '../../errors/errors.ts';
import { jsonBytes } from '../cursor.ts';
import type { Queryable } from '../db/db.ts';
import { columns, filesAsJson, type MessageRow, messageOf, plainColumns, userJoins } from './messageRow.ts';

/** Bytes of the messages in one response, as JSON. */
const maxConversationBytes = 4_000_000;
/** Bytes of the shortest message as JSON. */
const minMessageBytes = 200;
/** Bytes of the shortest shot that a message asks for, as JSON. */
const minAskBytes = 28;

/** Whether these messages, with their files, are too long for one response or event. */
export async function exceedResponse(db: Queryable, ids: readonly string[]): Promise<boolean> {
  const [row] = await db.query<{ bytes: number }>(
    `select coalesce(sum(octet_length(content) + 1000 + 400 * coalesce(cardinality(asks), 0) + 3000 * (
        select count(*) from attachments t where t.communication_id = m.communication_id)), 0)::bigint as bytes
      from messages m where communication_id = any($1::text[])`,
    [ids],
  );
  return (row?.bytes ?? 0) > maxConversationBytes / 2;
}

/** Reads the files of the whole conversation at once: looking them up for each message takes longer. */
const selectConversation = `
  select ${plainColumns}, coalesce(t.files, '[]') as files
  from jobs j
  left join (select * from messages n where n.job_id = $1 and ($3::bigint is null or n.sequence < $3)
      and n.sequence >= coalesce((select s.sequence from (
        select l.sequence, sum(octet_length(l.content) + ${minMessageBytes}
            + ${minAskBytes} * coalesce(cardinality(l.asks), 0)) over (order by l.sequence desc) as bytes
        from messages l where l.job_id = $1 and ($3::bigint is null or l.sequence < $3)) s
        where s.bytes > ${maxConversationBytes} order by s.sequence desc limit 1), 0)) m on true ${userJoins}
  left join (select t.communication_id, ${filesAsJson} as files from attachments t
      where t.job_id = $1 and t.communication_id is not null group by t.communication_id) t
    on t.communication_id = m.communication_id
  where j.job_id = $1 and ($2::text is null or j.job_reporter = $2)
  order by m.sequence`;

/** Reads the newest messages only, in constant time. */
const selectNewest = `
  select ${columns}
  from jobs j
  left join lateral (select * from messages n where n.job_id = j.job_id
      order by n.sequence desc limit ${newestMessages}) m on true ${userJoins}
  where j.job_id = $1 and ($2::text is null or j.job_reporter = $2)
  order by m.sequence`;

async function listed(
  db: Queryable,
  reader: ApprovedCaller,
  jobId: string,
  { name, sql }: { name: string; sql: string },
  more: readonly unknown[] = [],
): Promise<Message[]> {
  type Row = MessageRow | { communicationId: null };
  const rows = await db.query<Row>(sql, [jobId, onlyJobsOf(reader), ...more], name);
  if (rows.length === 0) throw new Refusal('not-found');
  // A job without messages has one row without a message.
  return rows.flatMap((row) => (row.communicationId === null ? [] : [messageOf(row, reader)]));
}

/** Returns the newest messages that fit into one response, the first marked if there are `earlier` ones. */
function newestThatFit(messages: Message[]): Message[] {
  let bytes = 0;
  for (let at = messages.length - 1; at >= 0; at -= 1) {
    bytes += jsonBytes(messages[at]);
    if (bytes <= maxConversationBytes) continue;
    const [first, ...rest] = messages.slice(at + 1);
    return first ? [{ ...first, earlier: true }, ...rest] : [];
  }
  return messages;
}

/**
 * Returns the messages of a job, oldest first (§7 `/jobs/{jobId}/communication`); of a conversation too long for one response, the
 * newest.
 *
 * @param before only messages before this sequence
 * @throws Refusal `not-found` for a job that the caller may not see
 */
export async function conversationOf(
  db: Queryable,
  reader: ApprovedCaller,
  jobId: string,
  before: number | null = null,
): Promise<Message[]> {
  return newestThatFit(
    await listed(db, reader, jobId, { name: 'conversation', sql: selectConversation }, [before]),
  );
}

/**
 * Returns the `newestMessages` newest messages of a job, oldest first.
 *
 * @throws Refusal `not-found` for a job that the caller may not see
 */
export function newestOf(db: Queryable, reader: ApprovedCaller, jobId: string): Promise<Message[]> {
  return listed(db, reader, jobId, { name: 'newest messages', sql: selectNewest });
}
