import { theServer } from '../../src/contract/people.ts';
import type { Database } from './db/db.ts';
import { record } from './users/audit.ts';

/**
 * For how many days what grows is kept. Not here, because it is the firm's own record: jobs, messages, files, history and
 * results; and by decision the keys of writes, and who was erased. Uploads that nobody ended go by their own clock.
 */
export const retentionDays = {
  /** From when an invitation was made; it can be taken up for 30 days. */
  invitations: 90,
  /** From when an email was sent or given up; what it said goes at once. */
  emails: 30,
  /** From when the app was opened last on a device that is notified. */
  devices: 400,
  /** What was done about people: three years. */
  audit: 3 * 365,
};
export type RetentionDays = typeof retentionDays;
export type Collected = keyof RetentionDays;

/** Events, for whoever comes back and wants to know what happened meanwhile. */
export const eventDays = 3;

export const daySeconds = 86_400;
/** Few enough that nobody waits for them. */
const atOnce = 1000;

/** Each takes the end of time ($1, epoch seconds) and how many at most ($2); as an array, so that it is asked once. */
const deletions: Record<Collected, string> = {
  invitations: `delete from invitations where email = any(array(
    select email from invitations where created < $1 order by created limit $2 for update skip locked))`,
  emails: `delete from tasks where task_id = any(array(
    select task_id from tasks where kind = 'email' and done < $1 order by done limit $2 for update skip locked))`,
  devices: `delete from push_devices where device_id = any(array(
    select device_id from push_devices where seen < $1 order by seen limit $2 for update skip locked))`,
  audit: `delete from audit where seq = any(array(
    select seq from audit where created < $1 order by created limit $2 for update skip locked))`,
};

/**
 * Deletes some of what was kept for long enough, and has it written down.
 *
 * @param now epoch seconds
 * @returns whether there is more
 */
export async function collectSome(
  db: Database,
  what: Collected,
  { days, now }: { days: number; now: number },
): Promise<boolean> {
  const before = now - days * daySeconds;
  return db.tx(async (tx) => {
    await tx.query("select set_config('audit.ends_before', $1, true)", [String(before)]);
    const { length: rows } = await tx.query(`${deletions[what]} returning 1`, [before, atOnce]);
    if (rows > 0) {
      const detail = { rows, days };
      await record(tx, { actor: theServer, action: 'retention', subject: what, detail, created: now });
    }
    return rows === atOnce;
  });
}
