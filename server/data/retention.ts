import { theServer } from '../../src/contract/people.ts';
import { record } from './audit.ts';
import type { Database, Queryable } from './db.ts';

/**
 * For how many days what grows is kept. Not here, because it is the firm's own record: jobs, messages, files, history and
 * results; and by decision the keys of writes, and who was erased. Uploads that nobody ended go by their own clock.
 */
export const retentionDays = {
  /** From when an invitation was made; it can be taken up for 30 days. */
  invitations: 90,
  /** From when a letter was sent or given up; what it said goes at once. */
  letters: 30,
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
  letters: `delete from letters where letter_id = any(array(
    select letter_id from letters where done < $1 order by done limit $2 for update skip locked))`,
  devices: `delete from push_devices where device_id = any(array(
    select device_id from push_devices where seen < $1 order by seen limit $2 for update skip locked))`,
  audit: `delete from audit where seq = any(array(
    select seq from audit where created < $1 order by created limit $2 for update skip locked))`,
};

async function deleteSome(tx: Queryable, what: Collected, before: number): Promise<number> {
  await tx.query("select set_config('audit.ends_before', $1, true)", [String(before)]);
  const rows = await tx.query(`${deletions[what]} returning 1`, [before, atOnce]);
  return rows.length;
}

/**
 * Deletes some of what was kept for long enough, and has it written down. Once a day for all processes of a database, whichever
 * comes first; those that come meanwhile find nothing to do.
 *
 * @param now epoch seconds
 * @returns whether there is more
 */
export async function collectSome(
  db: Database,
  what: Collected,
  { days, now }: { days: number; now: number },
): Promise<boolean> {
  const chore = `end of ${what}`;
  const [waits] = await db.query('select 1 from chores where name = $1 and due > $2', [chore, now]);
  if (waits) return false;
  return db.tx(async (tx) => {
    await tx.query('insert into chores (name, due) values ($1, $2) on conflict do nothing', [chore, now]);
    const [turn] = await tx.query(
      'select 1 from chores where name = $1 and due <= $2 for update skip locked',
      [chore, now],
    );
    if (!turn) return false;
    const count = await deleteSome(tx, what, now - days * daySeconds);
    if (count > 0) {
      const detail = { rows: count, days };
      await record(tx, { actor: theServer, action: 'retention', subject: what, detail, created: now });
    }
    if (count === atOnce) return true;
    await tx.query('update chores set due = $2, done = $3 where name = $1', [chore, now + daySeconds, now]);
    return false;
  });
}
