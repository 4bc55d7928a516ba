import { serverActor } from '../../src/contract/audit.ts';
import type { Database } from './db/db.ts';
import { addAuditEntry } from './users/audit.ts';

/**
 * Retention in days. Not limited, because they are the firm's records: jobs, messages, files, history and results; and, by decision,
 * the keys of writes and the erased users. Unfinished uploads expire by themselves.
 */
export const retentionDays = {
  /** Days since an invitation was made; it can be accepted for 30 days. */
  invitations: 90,
  /** Days since the sign-up of an account that has not registered. */
  'sign-ups': 30,
  /** Days since an email was sent or given up; its content is deleted at once. */
  emails: 30,
  /** Days since the app was last opened on a device with a push subscription. */
  devices: 400,
  /** Days since an email whose replies are posted by its token. */
  replies: 90,
  /** Days since an email whose link unsubscribes. */
  unsubscribe: 90,
  /** Days since the sender of a reply was notified that it was not posted: that happens once a day. */
  unposted: 1,
  /** Days since an entry of the audit trail. */
  audit: 3 * 365,
};
export type RetentionDays = typeof retentionDays;
export type RetainedKind = keyof RetentionDays;

/** Retention of events, for clients that come back. */
export const eventDays = 3;

export const daySeconds = 86_400;
/** Rows of one transaction: few enough that nobody waits for them. */
const atOnce = 1000;

/** Deletes at most $2 rows from before $1 (epoch seconds). `array` runs each sub-select once. */
const deletions: Record<RetainedKind, string> = {
  invitations: `delete from invitations where email = any(array(
    select email from invitations where created < $1 order by created limit $2 for update skip locked))`,
  'sign-ups': `delete from sign_ups where uid = any(array(
    select uid from sign_ups where created < $1 order by created limit $2 for update skip locked))`,
  emails: `delete from tasks where task_id = any(array(
    select task_id from tasks where kind = 'email' and done < $1 order by done limit $2 for update skip locked))`,
  devices: `delete from push_devices where device_id = any(array(
    select device_id from push_devices where seen < $1 order by seen limit $2 for update skip locked))`,
  replies: `delete from reply_tokens where token_hash = any(array(
    select token_hash from reply_tokens where created < $1 order by created limit $2 for update skip locked))`,
  unsubscribe: `delete from unsubscribe_tokens where token_hash = any(array(
    select token_hash from unsubscribe_tokens where created < $1 order by created limit $2 for update skip locked))`,
  unposted: `delete from unposted_replies where (sender_hash, reason) in (
    select sender_hash, reason from unposted_replies where told < $1 order by told limit $2 for update skip locked)`,
  audit: `delete from audit where seq = any(array(
    select seq from audit where created < $1 order by created limit $2 for update skip locked))`,
};

/**
 * Deletes some rows whose retention has ended, and records it in the audit trail.
 *
 * @param now epoch seconds
 * @returns whether there is more
 */
export async function deleteExpired(
  db: Database,
  what: RetainedKind,
  { days, now }: { days: number; now: number },
): Promise<boolean> {
  const before = now - days * daySeconds;
  return db.tx(async (tx) => {
    await tx.query("select set_config('audit.ends_before', $1, true)", [String(before)]);
    const { length: rows } = await tx.query(`${deletions[what]} returning 1`, [before, atOnce]);
    if (rows > 0) {
      const detail = { rows, days };
      await addAuditEntry(tx, {
        actor: serverActor,
        action: 'retention',
        subject: what,
        detail,
        created: now,
      });
    }
    return rows === atOnce;
  });
}
