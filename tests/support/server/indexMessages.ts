import type { Queryable } from '../../../server/data/db/db.ts';
import { indexedWords, vectorOf } from '../../../server/data/indexedWords.ts';

/** Gives messages that a test inserted bypassing the rules the words by which they are found. */
export async function indexMessages(db: Queryable): Promise<void> {
  const rows = await db.query<{ id: string; content: string }>(
    `select communication_id as id, content from messages where words = ''`,
  );
  await db.query(
    `update messages m set words = ${vectorOf('known.words')}
      from unnest($1::text[], $2::text[]) as known (id, words) where m.communication_id = known.id`,
    [rows.map(({ id }) => id), rows.map(({ content }) => indexedWords(content))],
  );
}
