import type { Queryable } from './db.ts';

/**
 * Lets no sign-in of a person count that was made until now, and has none of their devices told anything any more. Must run
 * in a transaction.
 *
 * @param now epoch seconds
 * @returns whether there is such a person
 */
export async function endSessionsOf(db: Queryable, email: string, now: number): Promise<boolean> {
  const ended = await db.query(
    'update users set sessions_ended = $2 where email = $1 and erased is null returning 1',
    [email, now],
  );
  await db.query('delete from push_devices where email = $1', [email]);
  return ended.length > 0;
}
