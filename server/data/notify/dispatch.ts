import type { UserType } from '../../../src/contract/enums.ts';
import type { Database, Queryable } from '../db/db.ts';
import type { EventContent } from '../events.ts';
import { type Candidate, type Notice, noticesOf } from './notice.ts';
import { settingsOf } from './notificationSettings.ts';

const atOnce = 100;

type EventRow = {
  seq: number;
  kind: EventContent['kind'];
  actor: string;
  created: number;
  job_id: string;
  communication_id: string | null;
  detail: unknown;
  job_reporter: string;
  assigned_to: string;
};

/** Returns staff and the reporters of these jobs, except users who are not approved or are being erased. */
async function candidatesFor(db: Queryable, reporters: readonly string[]): Promise<Candidate[]> {
  const rows = await db.query<{ email: string; user_type: UserType; settings: unknown }>(
    `select u.email, u.user_type, s.settings
      from users u left join notification_settings s on s.email = u.email
      where u.user_approved and (u.user_type in ('ADMIN', 'EMPLOYEE') or u.email = any($1::text[]))
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

/** Locks the events before their jobs are joined, so that other pending events cost nothing. */
const selectOldest = `
  with taken as materialized (
      select seq, kind, actor, created, job_id, communication_id, detail from events
        where to_notify order by seq limit ${atOnce} for update skip locked)
    select e.*, j.job_reporter, j.assigned_to from taken e join jobs j on j.job_id = e.job_id order by e.seq`;

function eventOf(row: EventRow): EventContent & { actor: string; created: number } {
  const { kind, actor, created, detail } = row;
  return {
    kind,
    actor,
    created,
    detail,
    jobId: row.job_id,
    communicationId: row.communication_id,
  } as EventContent & {
    actor: string;
    created: number;
  };
}

/** Adds notices to a queue in a transaction. `now` in seconds. */
export type Queue = (db: Queryable, notices: readonly Notice[], now: number) => Promise<void>;

/**
 * Turns pending events into notices in the queues, each once, also after a crash. Several processes share the work.
 *
 * @param now epoch seconds
 * @returns how many events were dispatched; 0 when none are left
 */
export async function dispatchEvents(db: Database, queues: readonly Queue[], now: number): Promise<number> {
  const [waiting] = await db.query(selectWaiting, [], 'waiting events');
  if (!waiting) return 0;
  return db.tx(async (tx) => {
    const rows = await tx.query<EventRow>(selectOldest, [], 'oldest events');
    if (rows.length === 0) return 0;
    const candidates = await candidatesFor(tx, [...new Set(rows.map(({ job_reporter }) => job_reporter))]);
    const notices = rows.flatMap((row) =>
      noticesOf(eventOf(row), { jobReporter: row.job_reporter, assignedTo: row.assigned_to }, candidates),
    );
    for (const queue of queues) await queue(tx, notices, now);
    await tx.query('update events set to_notify = false where seq = any($1::bigint[])', [
      rows.map(({ seq }) => seq),
    ]);
    return rows.length;
  });
}
