import type { LiveEvent } from '../../src/contract/live.ts';
import type { Message } from '../../src/contract/messages/message.ts';
import { everyone } from '../access/access.ts';
import type { Queryable } from './db/db.ts';
import type { EventContent } from './events.ts';
import { decodeLiveCursor, encodeLiveCursor, type LivePosition } from './liveCursor.ts';
import { exceedResponse } from './messages/conversation.ts';
import { messagesByIds } from './messages/messages.ts';
import { daySeconds, eventDays } from './retention.ts';

/** Most events in one batch: a client that missed more refetches everything, which costs less. */
export const mostEvents = 500;
/** Up to so many messages are never too long together. */
const alwaysShort = 10;
/** Most events scanned for those of one user. */
const maxScanned = 20_000;

/** An event, and who may receive it. */
export type VisibleEvent = {
  event: LiveEvent;
  /** Email of the user who may receive it besides staff, or `everyone`. */
  forUser: string;
  /** The key that a message was sent under, for its sender alone. */
  key: string | null;
  /** Whether the rights of that user have changed. */
  changesRights: boolean;
  /** Hash of the account (`uidHash`) that may not sign in any more, or null. */
  ends: string | null;
};

/** The events since a cursor, and the cursor of the next read. `missed`: the events are not known any more, or too many. */
export type EventBatch = { cursor: string; missed: boolean; visible: VisibleEvent[] };

type HeadRow = {
  snapshot: string;
  newest_seq: number | null;
  newest_xid: string | null;
  newest_created: number | null;
};

type EventRow = {
  kind: EventContent['kind'];
  job_id: string;
  communication_id: string;
  for_user: string;
  detail: { status?: string; decision?: string; ends?: string };
};

type Row = HeadRow & { known: boolean } & (EventRow | { kind: null });

const head = `select pg_current_snapshot()::text as snapshot,
    n.seq as newest_seq, n.xid::text as newest_xid, n.created as newest_created
  from (select 1) one left join lateral (select seq, xid, created from events order by seq desc limit 1) n on true`;

/**
 * Selects the new events: not visible at the first position ($1 to $4), and visible at the last ($5, $6; or now). An event that is
 * visible in a snapshot stays so, except that after a crash the number of an aborted transaction may be used again; but no visible event
 * has a higher `seq` than the newest. One statement, so that the new position is of the moment of the read. Numbers of transactions from
 * before a restore may lie in the future: they are visible at no position.
 */
const sinceHead = `
  select h.*, e.kind, e.job_id, e.communication_id, e.for_user, e.detail from (
    select b.*, pg_snapshot_xmax($1::pg_snapshot) <= pg_snapshot_xmax(coalesce($5::pg_snapshot, pg_current_snapshot()))
      and coalesce(b.newest_seq, 0) - $2 <= ${maxScanned}
      and ($2 = 0 or exists (select 1 from events a where a.seq = $2 and a.xid = $3::xid8 and a.created = $4)) as known
    from (${head}) b) h
  left join lateral (
    select * from events e
    where h.known
      and (e.seq > $2::bigint
        or e.xid >= pg_snapshot_xmin($1::pg_snapshot) and not pg_visible_in_snapshot(e.xid, $1::pg_snapshot))
      and pg_visible_in_snapshot(e.xid, coalesce($5::pg_snapshot, pg_current_snapshot()))
      and ($6::bigint is null or e.seq <= $6)
      and ($7::text is null or e.for_user in ($7, '${everyone}'))
    order by e.seq limit ${mostEvents + 1}) e on true
  order by e.seq`;

function cursorAt(row: HeadRow): string {
  return encodeLiveCursor({
    snapshot: row.snapshot,
    newestSeq: row.newest_seq ?? 0,
    newestXid: row.newest_xid ?? '0',
    newestCreated: row.newest_created ?? 0,
  });
}

function eventOf(row: EventRow, message: Message | undefined): LiveEvent | undefined {
  const { kind, job_id: jobId, communication_id: communicationId, for_user, detail } = row;
  if (kind === 'profile') return { kind, email: for_user };
  if (kind === 'mark') return { kind, jobId, communicationId, status: detail.status as Message['status'] };
  if (kind === 'checklists') return { kind: 'job', jobId: '' };
  if (kind !== 'message') return { kind: 'job', jobId };
  return message && { kind, jobId, message };
}

/** Adds the messages to their events, with one read for all. */
async function visibleEvents(db: Queryable, rows: readonly EventRow[]): Promise<VisibleEvent[]> {
  const ids = rows.flatMap(({ kind, communication_id }) => (kind === 'message' ? [communication_id] : []));
  const messages = ids.length > 0 ? await messagesByIds(db, ids) : null;
  return rows.flatMap((row) => {
    const { message, key = null } = messages?.get(row.communication_id) ?? {};
    const event = eventOf(row, message);
    const changesRights = row.kind === 'profile' && row.detail.decision !== '';
    return event ? [{ event, forUser: row.for_user, key, changesRights, ends: row.detail.ends ?? null }] : [];
  });
}

/** Returns the current cursor. */
export async function presentCursor(db: Queryable): Promise<string> {
  const [row] = await db.query<HeadRow>(head);
  if (!row) throw new Error('The database returned no snapshot.');
  return cursorAt(row);
}

/**
 * Returns the events since a cursor of `presentCursor` or an earlier read, each once, in the order in which they were added. A cursor
 * of another database, or one that is too old, has `missed` events.
 *
 * @param until a later cursor to stop at; by default the present
 * @param onlyFor email, for the events with this `forUser`; null for all
 */
export async function eventsSince(
  db: Queryable,
  { cursor, until = null, onlyFor }: { cursor: string; until?: string | null; onlyFor: string | null },
): Promise<EventBatch> {
  const from = decodeLiveCursor(cursor);
  if (!from) return { cursor: until ?? (await presentCursor(db)), missed: true, visible: [] };
  const to: LivePosition | undefined = until === null ? undefined : decodeLiveCursor(until);
  const { snapshot, newestSeq, newestXid, newestCreated } = from;
  const rows = await db.query<Row>(sinceHead, [
    snapshot,
    newestSeq,
    newestXid,
    newestCreated,
    to?.snapshot ?? null,
    to?.newestSeq ?? null,
    onlyFor,
  ]);
  const [first] = rows;
  if (!first) throw new Error('The database returned no snapshot.');
  const next = until ?? cursorAt(first);
  const events = rows.filter((row) => row.kind !== null);
  if (!first.known || events.length > mostEvents) return { cursor: next, missed: true, visible: [] };
  const ids = events.flatMap(({ kind, communication_id }) => (kind === 'message' ? [communication_id] : []));
  if (ids.length > alwaysShort && (await exceedResponse(db, ids))) {
    return { cursor: next, missed: true, visible: [] };
  }
  return { cursor: next, missed: false, visible: await visibleEvents(db, events) };
}

const deletedAtOnce = 5000;

/**
 * Deletes events after `eventDays`, unless notices of them are pending. The newest event stays, because all cursors contain it.
 *
 * @param now epoch seconds
 * @returns how many were deleted
 */
export async function deleteOldEvents(db: Queryable, now: number): Promise<number> {
  const deleted = await db.query(
    // `array` runs the sub-select once, also where the statistics are from when the table was empty.
    `delete from events where seq = any(array(
        select seq from events
        where created < $1 and not to_notify and seq < (select max(seq) from events)
        order by created limit ${deletedAtOnce}))
      returning seq`,
    [now - eventDays * daySeconds],
  );
  return deleted.length;
}
