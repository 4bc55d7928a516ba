import { randomBytes } from 'node:crypto';
import type { CheckedRequestOf, ResponseOf } from '../../../src/contract/calls.ts';
import { newestMessages, pageSize } from '../../../src/contract/limits.ts';
import type { InboxMessage, Message, ShotRef } from '../../../src/contract/message.ts';
import type { MessageMark } from '../../../src/contract/messageForms.ts';
import { userNameOf } from '../../../src/contract/user.ts';
import { type ApprovedCaller, isOfFirm, mayMarkMessage, onlyJobsOf, staffInSql } from '../../access.ts';
import { Refusal } from '../../errors.ts';
import { type Choice, isLater } from '../choice.ts';
import { cursorNumber, cursorOf, jsonBytes, pageOf, placeOf } from '../cursor.ts';
import type { Queryable } from '../db/db.ts';
import { addEvent, addJobEvents } from '../events.ts';
import { indexedWords, vectorOf } from '../indexedWords.ts';
import { addMarksToHistory } from '../jobs/history.ts';
import type { StoredFile } from '../storedFile.ts';
import { addAttachments, linkOf } from './attachments.ts';

type FileRow = { key: string; fileName: string; contentType: string; size: number };

export type MessageRow = {
  communication_id: string;
  job_id: string;
  sequence: number;
  content: string;
  status: Message['status'];
  from_user: string;
  to_user: string;
  from_user_type: Message['fromUserType'];
  created: number;
  written: number | null;
  shortened: boolean;
  key: string | null;
  company: string;
  project: string;
  job_code: string;
  first_name: string | null;
  last_name: string | null;
  shot_id: string | null;
  shot_name: string | null;
  asks: ShotRef[] | null;
  files: FileRow[];
};

export type InboxRow = MessageRow & { assigned_to: string; client_spoke_last: boolean; unanswered: boolean };

const plainColumns = `m.communication_id, m.job_id, m.sequence, m.content, m.status, m.from_user, m.to_user, m.from_user_type,
    m.created, m.written, m.whole is not null as shortened, m.key, r.company, j.project, j.job_code, f.first_name, f.last_name,
    m.shot_id, (select s.name from shots s where s.shot_id = m.shot_id) as shot_name,
    case when m.asks is not null then (select json_agg(json_build_object('shotId', s.shot_id, 'name', s.name)
      order by array_position(m.asks, s.shot_id)) from shots s where s.shot_id = any(m.asks)) end as asks`;

const filesAsJson = `json_agg(json_build_object('key', t.key, 'fileName', t.file_name,
        'contentType', t.content_type, 'size', t.size) order by t.seq)`;

/** Columns of messages `m` with `j` and `userJoins`. */
export const columns = `${plainColumns}, coalesce((select ${filesAsJson}
      from attachments t where t.communication_id = m.communication_id), '[]') as files`;

export const userJoins = `
  join users r on r.email = j.job_reporter
  left join users f on f.email = m.from_user`;

const joined = `
  from messages m
  join jobs j on j.job_id = m.job_id ${userJoins}`;

/** The beginning of every query of messages (`m`) with their job (`j`); `where` follows. */
const selectMessages = `select ${columns} ${joined}`;

/**
 * Columns and tables of the same with the turn of the job: which side wrote last, and whether one of its messages since the other side's last is still NEW.
 * Each is one index look-up.
 */
export const inboxColumns = `${columns}, j.assigned_to, last.by_client as client_spoke_last, exists (
      select 1 from messages n
      where n.job_id = m.job_id and n.status = 'NEW' and (n.from_user_type = 'CLIENT') = last.by_client
        and n.sequence > coalesce((select o.sequence from messages o
          where o.job_id = m.job_id and (o.from_user_type = 'CLIENT') = not last.by_client
          order by o.sequence desc limit 1), 0)) as unanswered`;

export const inboxJoined = `${joined}
  cross join lateral (select l.from_user_type = 'CLIENT' as by_client
    from messages l where l.job_id = m.job_id order by l.sequence desc limit 1) last`;

/** @param reader with the key of their own message */
export function messageOf(row: MessageRow, reader?: Pick<ApprovedCaller, 'email'>): Message {
  return {
    communicationId: row.communication_id,
    jobId: row.job_id,
    ...(row.key !== null && row.from_user === reader?.email && { idempotencyKey: row.key }),
    content: row.content,
    status: row.status,
    createdTimestamp: row.created,
    sequence: row.sequence,
    ...(row.written !== null && { writtenTimestamp: row.written }),
    fromUserId: row.from_user,
    toUserId: row.to_user,
    fromUserType: row.from_user_type,
    fileAttachmentsInfo: Object.fromEntries(
      row.files.map(({ key, ...file }) => [key, { link: linkOf(key, file.fileName), ...file }]),
    ),
    company: row.company,
    fromUserName: userNameOf({ firstName: row.first_name ?? row.from_user, lastName: row.last_name ?? '' }),
    project: row.project,
    jobCode: row.job_code,
    ...(row.shot_id && { shot: { shotId: row.shot_id, name: row.shot_name ?? '' } }),
    ...(row.asks && { asks: row.asks }),
    ...(row.shortened && { shortened: true as const }),
  };
}

export function inboxMessageOf(row: InboxRow): InboxMessage {
  const others = row.client_spoke_last ? 'EV' : 'CLIENT';
  return { ...messageOf(row), turn: row.unanswered ? others : 'NOBODY', assignedTo: row.assigned_to };
}

async function found<R>(rows: Promise<R[]>): Promise<R> {
  const [row] = await rows;
  if (!row) throw new Refusal('not-found');
  return row;
}

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
  return messageOf(await found(rows), reader);
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
  const { whole } = await found(
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
  return new Map(rows.map((row) => [row.communication_id, { message: messageOf(row), key: row.key }]));
}

/** Whether these messages, with their files, are too long for one response or event. */
export async function areTooLong(db: Queryable, ids: readonly string[]): Promise<boolean> {
  const [row] = await db.query<{ bytes: number }>(
    `select coalesce(sum(octet_length(content) + 1000 + 400 * coalesce(cardinality(asks), 0) + 3000 * (
        select count(*) from attachments t where t.communication_id = m.communication_id)), 0)::bigint as bytes
      from messages m where communication_id = any($1::text[])`,
    [ids],
  );
  return (row?.bytes ?? 0) > maxResponseBytes / 2;
}

const messageIdBytes = 15;

/**
 * The SQL of the email to whom a client's messages on a job go: its assignee, or nobody when that is not approved staff any more. §6
 * knows no such assignee; what is written to one would be in nobody's inbox.
 */
function answererOf(job: string): string {
  return `coalesce((select u.email from users u
    where u.email = ${job}.assigned_to and u.user_approved and u.user_type in (${staffInSql})), '')`;
}

/**
 * Returns a statement that locks a job, adds a message and its event, and returns the message. Without rows if the sender may not see
 * the job.
 */
function insertMessage(byStaff: boolean): string {
  return `
    with locked as materialized (
      select job_id, job_reporter, ${byStaff ? 'job_reporter' : answererOf('jobs')} as to_user from jobs
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
 * Adds a message to a job. Staff write to the reporter, a client to the assignee, if there is one (§6). Must run in a transaction,
 * whose lock of the job makes its messages visible in the order of their sequence. `now` in seconds, as `written`: when it was written
 * on the device, where that is known.
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
  const row = await found(db.query<Omit<MessageRow, 'files'>>(insertMessage(byStaff), params, name));
  await addAttachments(db, { jobId, communicationId, uploadedBy: sender.email, created: now }, files);
  return messageOf({ ...row, files: files.map(({ sha256, ...file }) => file) }, sender);
}

/** Bytes of the messages in one response, as JSON. */
const maxResponseBytes = 4_000_000;
/** Bytes of the shortest message as JSON. */
const minMessageBytes = 200;
/** Bytes of the shortest shot that a message asks for, as JSON. */
const minAskBytes = 28;

/** Reads the files of the whole conversation at once: looking them up for each message takes longer. */
const selectConversation = `
  select ${plainColumns}, coalesce(t.files, '[]') as files
  from jobs j
  left join (select * from messages n where n.job_id = $1 and ($3::bigint is null or n.sequence < $3)
      and n.sequence >= coalesce((select s.sequence from (
        select l.sequence, sum(octet_length(l.content) + ${minMessageBytes}
            + ${minAskBytes} * coalesce(cardinality(l.asks), 0)) over (order by l.sequence desc) as bytes
        from messages l where l.job_id = $1 and ($3::bigint is null or l.sequence < $3)) s
        where s.bytes > ${maxResponseBytes} order by s.sequence desc limit 1), 0)) m on true ${userJoins}
  left join (select t.communication_id, ${filesAsJson} as files from attachments t
      where t.job_id = $1 and t.communication_id is not null group by t.communication_id) t
    on t.communication_id = m.communication_id
  where j.job_id = $1 and ($2::text is null or j.job_reporter = $2)
  order by m.sequence`;

/** The same for the newest messages only, in constant time. */
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
  type Row = MessageRow | { communication_id: null };
  const rows = await db.query<Row>(sql, [jobId, onlyJobsOf(reader), ...more], name);
  if (rows.length === 0) throw new Refusal('not-found');
  // A job without messages has one row without a message.
  return rows.flatMap((row) => (row.communication_id === null ? [] : [messageOf(row, reader)]));
}

/** Returns the newest messages that fit into one response, the first marked if there are `earlier` ones. */
function newestThatFit(messages: Message[]): Message[] {
  let bytes = 0;
  for (let at = messages.length - 1; at >= 0; at -= 1) {
    bytes += jsonBytes(messages[at]);
    if (bytes <= maxResponseBytes) continue;
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

/** Returns the `newestMessages` newest messages of a job, oldest first. @throws Refusal `not-found` for a job that the caller may not see */
export function newestOf(db: Queryable, reader: ApprovedCaller, jobId: string): Promise<Message[]> {
  return listed(db, reader, jobId, { name: 'newest messages', sql: selectNewest });
}

/** Returns the addressees that count for a caller: staff also reply to clients' messages without an addressee. */
export function addresseesOf(reader: ApprovedCaller): string[] {
  return onlyJobsOf(reader) === null ? [reader.email, ''] : [reader.email];
}

/**
 * Returns one page of all messages that the caller may see, by default newest first (§7 `/evcommunications`), each with the turn of its
 * job. `toMe` includes, for staff, clients' messages without an addressee.
 *
 * @throws Refusal `bad-cursor`
 */
export async function allMessages(
  db: Queryable,
  reader: ApprovedCaller,
  { status, toMe, order = 'newest', startAfter }: Omit<CheckedRequestOf<'allMessages'>, 'username' | 'part'>,
): Promise<ResponseOf<'allMessages'>> {
  const listing = `messages ${order}`;
  const [after] = startAfter ? placeOf(listing, startAfter, [cursorNumber]) : [null];
  const only = onlyJobsOf(reader);
  const rows = await db.query<InboxRow>(
    `select ${inboxColumns} ${inboxJoined}
      where ($1::text is null or j.job_reporter = $1)
        and ($2::text is null or m.status = $2)
        and ($3::text[] is null or m.to_user = any($3))
        and ($4::bigint is null or m.sequence ${order === 'newest' ? '<' : '>'} $4)
      order by m.sequence ${order === 'newest' ? 'desc' : ''} limit ${pageSize + 1}`,
    [only, status ?? null, toMe ? addresseesOf(reader) : null, after],
  );
  return pageOf(rows, pageSize, inboxMessageOf, (row) => cursorOf(listing, [row.sequence]));
}

/** Locks a job against a message that is sent or a change, which lock it before its messages. @throws Refusal `not-found` */
async function lockForMarks(db: Queryable, caller: ApprovedCaller, jobId: string): Promise<void> {
  await found(
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
  const { chosen } = await found(
    db.query<{ chosen: Choice | null }>('select chosen from messages where communication_id = $1', [
      evCommunicationId,
    ]),
  );
  if (!isLater(choice, chosen)) return message;
  const { job_reporter } = await found(
    db.query<{ job_reporter: string }>(
      `update messages m set status = $2, chosen = $3::jsonb from jobs j
        where m.communication_id = $1 and j.job_id = m.job_id returning j.job_reporter`,
      [evCommunicationId, status, JSON.stringify(choice)],
    ),
  );
  if (status !== message.status) {
    await addEvent(db, {
      kind: 'mark',
      jobId,
      communicationId: evCommunicationId,
      actor: caller.email,
      created: now,
      forUser: job_reporter,
      detail: { status },
    });
    await addMarksToHistory(db, { jobId, user: caller.email, created: now }, status, 1);
  }
  return { ...message, status };
}

type MarkedRow = { communication_id: string; status: Message['status']; to_user: string };

/**
 * Marks messages of the other side as addressed, with a message that answers them; those that are addressed stay so. Must run in the
 * transaction of that message, which has locked the job. `now` in seconds.
 *
 * @throws Refusal `not-found` when one of them does not exist, is of another job or of the caller's own side, or may not be marked by the
 *   caller; then nothing is marked
 */
export async function markAddressed(
  db: Queryable,
  caller: ApprovedCaller,
  jobId: string,
  communicationIds: readonly string[],
  now: number,
): Promise<void> {
  const ids = [...new Set(communicationIds)];
  const rows = await db.query<MarkedRow>(
    `select communication_id, status, to_user from messages
      where job_id = $1 and communication_id = any($2::text[]) and (from_user_type = 'CLIENT') = $3::boolean
      order by sequence for no key update`,
    [jobId, ids, isOfFirm(caller.profile)],
  );
  const markable = rows.filter(({ to_user }) => mayMarkMessage(caller, { toUserId: to_user }));
  if (markable.length < ids.length) throw new Refusal('not-found');
  const open = rows.flatMap(({ status, communication_id }) => (status === 'NEW' ? [communication_id] : []));
  if (open.length === 0) return;
  await db.query("update messages set status = 'ADDRESSED' where communication_id = any($1::text[])", [open]);
  await addMarksToHistory(db, { jobId, user: caller.email, created: now }, 'ADDRESSED', open.length);
  await addJobEvents(db, [jobId], caller.email, now);
}

/**
 * Makes the new messages of clients on these jobs those of the assignees, or nobody's. Must run in the transaction that changes whose
 * they are, after the change and with the jobs locked.
 */
export async function passOnMessages(db: Queryable, jobIds: readonly string[]): Promise<void> {
  await db.query(
    `update messages m set to_user = ${answererOf('j')} from jobs j
      where j.job_id = any($1::text[]) and m.job_id = j.job_id and m.status = 'NEW' and m.from_user_type = 'CLIENT'
        and m.to_user <> ${answererOf('j')}`,
    [jobIds],
  );
}

/**
 * Does the same on all jobs of an assignee whose access has changed. A message that is sent at the same moment may still go by what was
 * before, until `passOnSomeMessages` comes to it.
 *
 * @returns the ids of the jobs with such messages
 */
export async function passOnMessagesOf(db: Queryable, assignee: string): Promise<string[]> {
  const jobs = await db.query<{ job_id: string }>(
    `select j.job_id from jobs j where j.assigned_to = $1 and exists (
        select 1 from messages m where m.job_id = j.job_id and m.status = 'NEW' and m.from_user_type = 'CLIENT'
          and m.to_user <> ${answererOf('j')})
      order by j.job_id for key share`,
    [assignee],
  );
  const ids = jobs.map(({ job_id }) => job_id);
  await passOnMessages(db, ids);
  return ids;
}

/** Messages that one statement looks through. */
const passedOnAtOnce = 1000;

/**
 * Makes some new messages of clients those of whom they belong to, where that was left undone: at a moment when both changed.
 *
 * @param after the sequence after which to go on
 * @returns the sequence of the last message that was looked at; null at the end
 */
export async function passOnSomeMessages(db: Queryable, after: number): Promise<number | null> {
  const looked = await db.query<{ sequence: number }>(
    `with looked as materialized (
        select communication_id, job_id, sequence from messages
          where status = 'NEW' and sequence > $1 order by sequence limit ${passedOnAtOnce}
      ), locked as materialized (
        select j.job_id, ${answererOf('j')} as answerer from jobs j where j.job_id in (
          select l.job_id from looked l join messages m using (communication_id) join jobs o on o.job_id = l.job_id
            where m.from_user_type = 'CLIENT' and m.to_user <> ${answererOf('o')})
          order by j.job_id for key share of j
      ), passed as (
        update messages m set to_user = locked.answerer from locked
          where m.job_id = locked.job_id and m.status = 'NEW' and m.from_user_type = 'CLIENT'
            and m.to_user <> locked.answerer
      )
      select sequence from looked order by sequence desc limit 1`,
    [after],
  );
  return looked[0]?.sequence ?? null;
}
