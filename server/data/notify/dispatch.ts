import type { UserType } from '../../../src/contract/enums.ts';
import type { NotificationSettings } from '../../../src/contract/users/notifications.ts';
import { staffInSql } from '../../access/access.ts';
import type { Database, Queryable } from '../db/db.ts';
import { type Candidate, type JobEvent, type JobParties, type Notice, noticesOf } from './notice.ts';
import { settingsOf } from './notificationSettings.ts';

const atOnce = 100;

type EventRow = JobEvent & JobParties;

/** Returns staff and the reporters of these jobs, except users who are not approved or are being erased. */
async function candidatesFor(db: Queryable, reporters: readonly string[]): Promise<Candidate[]> {
  const rows = await db.query<{ email: string; user_type: UserType; settings: NotificationSettings | null }>(
    `select u.email, u.user_type, s.settings
      from users u left join notification_settings s on s.email = u.email
      where u.user_approved and (u.user_type in (${staffInSql}) or u.email = any($1::text[]))
      for key share of u skip locked`,
    [reporters],
  );
  return rows.map(({ email, user_type, settings }) => ({
    email,
    userType: user_type,
    settings: settingsOf(settings),
  }));
}

/** Ordered by the index of pending events; otherwise all events would be scanned. */
const selectWaiting = 'select 1 from events where to_notify order by seq limit 1';

/** Locks the events before anything is joined, so that other pending events cost nothing. */
const selectOldest = `
  with taken as materialized (
      select seq, kind, actor, created, job_id, communication_id, detail from events
        where to_notify order by seq limit ${atOnce} for update skip locked)
    select e.seq, e.kind, e.actor, e.created, e.job_id as "jobId", e.communication_id as "communicationId",
        m.to_user as "to", n.note_id as "noteId", coalesce(n.mentions, '{}') as mentions,
        coalesce((select jsonb_agg(jsonb_build_object('seq', h.seq, 'field', h.field, 'to', h.to_text) order by h.seq)
          from history h where h.seq = any(array(select jsonb_array_elements_text(e.detail -> 'changes')::bigint))), '[]') as changes,
        e.detail ->> 'deliverable' as deliverable, j.job_reporter as "jobReporter", j.assigned_to as "assignedTo"
      from taken e join jobs j on j.job_id = e.job_id
      left join messages m on m.communication_id = e.communication_id
      left join staff_notes n on n.note_id = e.detail ->> 'noteId'
      order by e.seq`;

/** Adds notices to a queue in a transaction. `now` in seconds. */
export type QueueNotices = (db: Queryable, notices: readonly Notice[], now: number) => Promise<void>;

/**
 * Turns pending events into notices in the queues, each once, also after a crash. Several processes share the work.
 *
 * @param now epoch seconds
 * @returns how many events were dispatched; 0 when none are left
 */
export async function dispatchEvents(
  db: Database,
  queues: readonly QueueNotices[],
  now: number,
): Promise<number> {
  const [waiting] = await db.query(selectWaiting, [], 'waiting events');
  if (!waiting) return 0;
  return db.tx(async (tx) => {
    const rows = await tx.query<EventRow & { seq: number }>(selectOldest, [], 'oldest events');
    if (rows.length === 0) return 0;
    const candidates = await candidatesFor(tx, [...new Set(rows.map(({ jobReporter }) => jobReporter))]);
    const notices = rows.flatMap((row) => noticesOf(row, row, candidates));
    for (const queue of queues) await queue(tx, notices, now);
    await tx.query('update events set to_notify = false where seq = any($1::bigint[])', [
      rows.map(({ seq }) => seq),
    ]);
    return rows.length;
  });
}
