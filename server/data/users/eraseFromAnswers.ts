import type { Queryable } from '../db/db.ts';
import { type Erasing, withoutPerson } from './withoutPerson.ts';

/** Answers are long, and a statement may take only so long. */
const atOnce = 2000;

type Place = { uid: string; key: string };
type Row = Place & { answer: string | null };

/**
 * Takes a person out of the answers that are kept for repeated writes: their own go, because nobody with their account is
 * let in again; those to others are told without them.
 *
 * @param since epoch seconds; of writes that began before, nothing is looked at
 */
export async function eraseFromAnswers(
  db: Queryable,
  person: Erasing,
  { uid, since }: { uid: string; since: number },
): Promise<void> {
  if (uid !== '') await db.query('delete from idempotency where uid = $1', [uid]);
  const needles = [person.email, ...person.names].map((word) => JSON.stringify(word));
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
        JSON.stringify(withoutPerson(JSON.parse(answer), person)),
      ]);
    }
    const last = rows.at(-1);
    if (!last || rows.length < atOnce) return;
    place = last;
  }
}
