import type { Queryable } from '../db/db.ts';
import { type Erasing, withoutUser } from './withoutUser.ts';

/** Rows of one statement: responses are long, and statements have a time limit. */
const atOnce = 2000;

type Place = { uid: string; key: string };
type Row = Place & { answer: string | null };

/**
 * Erases a user from the responses that are stored for repeated writes: deletes their own, which nobody can request again, and removes
 * them from those to others.
 *
 * @param since epoch seconds; earlier writes are left out
 */
export async function eraseFromResponses(
  db: Queryable,
  user: Erasing,
  { uid, since }: { uid: string; since: number },
): Promise<void> {
  if (uid !== '') await db.query('delete from idempotency where uid = $1', [uid]);
  const needles = [user.email, ...user.names].map((word) => JSON.stringify(word));
  let place: Place | null = null;
  for (;;) {
    const rows: Row[] = await db.query<Row>(
      `select uid, key, case when exists (select 1 from unnest($4::text[]) as word where position(word in answer) > 0)
          then answer end as answer
        from idempotency
        where created >= $1 and ($2::text is null or (uid, key) > ($2, $3)) order by uid, key limit ${atOnce}`,
      [since, place?.uid ?? null, place?.key ?? null, needles],
    );
    for (const { uid: whose, key, answer } of rows) {
      if (answer === null) continue;
      await db.query('update idempotency set answer = $3 where uid = $1 and key = $2', [
        whose,
        key,
        JSON.stringify(withoutUser(JSON.parse(answer), user)),
      ]);
    }
    const last = rows.at(-1);
    if (!last || rows.length < atOnce) return;
    place = last;
  }
}
