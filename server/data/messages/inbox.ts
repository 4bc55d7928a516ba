import type { CheckedRequestOf, ResponseOf } from '../../../src/contract/calls.ts';
import { openStatuses } from '../../../src/contract/enums.ts';
import { pageSize } from '../../../src/contract/limits.ts';
import type { InboxMessage, InboxPart } from '../../../src/contract/messages/message.ts';
import { type ApprovedCaller, isOfFirm, onlyJobsOf } from '../../access/access.ts';
import { cursorNumber, decodeCursor, encodeCursor, pageOf } from '../cursor.ts';
import type { Queryable } from '../db/db.ts';
import { columns, joined, type MessageRow, messageOf } from './messageRow.ts';

type InboxRow = MessageRow & {
  assignedTo: string;
  client_spoke_last: boolean;
  unanswered: boolean;
  until?: number | null;
};

/**
 * Columns and tables of messages with their job and its turn: which side wrote last, and whether one of its messages since the other
 * side's last is still NEW. Each is one index look-up.
 */
const inboxColumns = `${columns}, j.assigned_to as "assignedTo", last.by_client as client_spoke_last, exists (
      select 1 from messages n
      where n.job_id = m.job_id and n.status = 'NEW' and (n.from_user_type = 'CLIENT') = last.by_client
        and n.sequence > coalesce((select o.sequence from messages o
          where o.job_id = m.job_id and (o.from_user_type = 'CLIENT') = not last.by_client
          order by o.sequence desc limit 1), 0)) as unanswered`;

const inboxJoined = `${joined}
  cross join lateral (select l.from_user_type = 'CLIENT' as by_client
    from messages l where l.job_id = m.job_id order by l.sequence desc limit 1) last`;

function inboxMessageOf(found: InboxRow): InboxMessage {
  const { assignedTo, client_spoke_last, unanswered, until, ...row } = found;
  const others = client_spoke_last ? 'EV' : 'CLIENT';
  const turn = unanswered ? others : 'NOBODY';
  return { ...messageOf(row), turn, assignedTo, ...(until && { snoozedUntil: until }) };
}

/** Returns the addressees that count for a caller: staff also reply to clients' messages without an addressee. */
export function addresseesOf(reader: ApprovedCaller): string[] {
  return onlyJobsOf(reader) === null ? [reader.email, ''] : [reader.email];
}

/** Whether the other side of a message `m` has written on its job since: one index look-up. */
export const isAnswered = `coalesce((select o.sequence from messages o
    where o.job_id = m.job_id and (o.from_user_type = 'CLIENT') = (m.from_user_type <> 'CLIENT')
    order by o.sequence desc limit 1), 0) > m.sequence`;

/**
 * Whether a snooze `s` puts off a message `m`: until after `now` in seconds, and with nothing new of the other side. Both are SQL.
 */
export function putsOff(email: string, now: string): string {
  return `s.email = ${email} and s.job_id = m.job_id and s.until > ${now}
        and not exists (select 1 from messages l where l.job_id = m.job_id and l.sequence > s.seen
          and (l.from_user_type = 'CLIENT') = (m.from_user_type = 'CLIENT'))`;
}

/**
 * Selects the NEW messages from the other side that the caller's side has not answered and whose recipient is in `$1`: the caller and,
 * for staff, nobody. `$2` is the client who asks, null for staff: a client gets those of their own jobs only, because they may have been
 * staff before. `until` is the time to which the caller has put off the job (`putsOff`, at `$3`).
 */
function openMessages(staff: boolean): string {
  return `select m.sequence, m.to_user, s.until
    from messages m join jobs j on j.job_id = m.job_id
      left join snoozes s on ${putsOff('($1::text[])[1]', '$3::bigint')}
    where m.status = 'NEW' and m.to_user = any($1::text[]) and ($2::text is null or j.job_reporter = $2)
      and m.from_user_type ${staff ? '=' : '<>'} 'CLIENT' and not ${isAnswered}`;
}

/**
 * Selects, for each job of the caller (`$1`) where the caller's side wrote last, its first message since the other side's last that is
 * NEW. For staff, only open jobs that are assigned to them count: the last message on a closed job waits for no answer. For a client,
 * closed jobs count too.
 */
function waitingMessages(staff: boolean): string {
  const isTheirs = staff
    ? `j.assigned_to = any($1::text[]) and j.assigned_to <> '' and j.status in (${openStatuses.map((status) => `'${status}'`).join(', ')})`
    : 'j.job_reporter = any($1::text[])';
  // Without `offset 0`, the side would be a constant in the conditions below, and their index would not be used.
  return `select w.communication_id, j.job_id, w.sequence
    from (select ${!staff} as by_client offset 0) side
    cross join jobs j
    cross join lateral (select n.communication_id, n.sequence from messages n
      where n.job_id = j.job_id and n.status = 'NEW' and (n.from_user_type = 'CLIENT') = side.by_client
        and n.sequence > coalesce((select o.sequence from messages o
          where o.job_id = j.job_id and (o.from_user_type = 'CLIENT') = not side.by_client
          order by o.sequence desc limit 1), 0)
      order by n.sequence limit 1) w
    where ${isTheirs} and ($2::text is null or j.job_reporter = $2)`;
}

/** Selects the rows of a part by the sequence of their message. */
function rowsOf(part: InboxPart, staff: boolean): string {
  switch (part) {
    case 'needs-answer':
      return `select sequence, until from (${openMessages(staff)}) w where to_user <> '' and until is null`;
    case 'shared':
      return `select sequence, until from (${openMessages(staff)}) w where to_user = '' and until is null`;
    case 'snoozed':
      return `select sequence, until from (${openMessages(staff)}) w where until is not null`;
    case 'waiting':
      return `select sequence, null::bigint as until from (${waitingMessages(staff)}) w where $3::bigint is not null`;
  }
}

function parametersOf(caller: ApprovedCaller, now: number): [string[], string | null, number] {
  return [addresseesOf(caller), onlyJobsOf(caller), now];
}

/**
 * Returns one page of a part of the caller's inbox, the longest wait first. `now` in seconds.
 *
 * @throws Refusal `bad-cursor`
 */
export async function inboxPart(
  db: Queryable,
  caller: ApprovedCaller,
  part: InboxPart,
  now: number,
  startAfter?: string,
): Promise<ResponseOf<'allMessages'>> {
  const listing = `inbox ${part}`;
  const [after] = startAfter ? decodeCursor(listing, startAfter, [cursorNumber]) : [0];
  const rows = await db.query<InboxRow>(
    `select ${inboxColumns}, p.until ${inboxJoined}
      join (select * from (${rowsOf(part, isOfFirm(caller.profile))}) r
        where r.sequence > $4::bigint order by r.sequence limit ${pageSize + 1}) p on p.sequence = m.sequence
      order by m.sequence`,
    [...parametersOf(caller, now), after],
  );
  return pageOf(rows, pageSize, inboxMessageOf, (row) => encodeCursor(listing, [row.sequence]));
}

/** Returns how many rows each part of the caller's inbox has, and in how many seconds the first of what is put off comes back. */
export async function countInbox(
  db: Queryable,
  caller: ApprovedCaller,
  now: number,
): Promise<{ inbox: Record<InboxPart, number>; wakesIn?: number }> {
  const staff = isOfFirm(caller.profile);
  const [row] = await db.query<Record<InboxPart, number> & { wakesIn: number | null }>(
    `select count(*) filter (where to_user <> '' and until is null) as "needs-answer",
        count(*) filter (where to_user = '' and until is null) as shared,
        count(*) filter (where until is not null) as snoozed,
        min(until) - $3::bigint as "wakesIn",
        (select count(*) from (${waitingMessages(staff)}) w) as waiting
      from (${openMessages(staff)}) m`,
    parametersOf(caller, now),
  );
  if (!row) throw new Error('The counts of the inbox returned no row.');
  const { wakesIn, ...inbox } = row;
  return { inbox, ...(wakesIn !== null && { wakesIn }) };
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
  const [after] = startAfter ? decodeCursor(listing, startAfter, [cursorNumber]) : [null];
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
  return pageOf(rows, pageSize, inboxMessageOf, (row) => encodeCursor(listing, [row.sequence]));
}
