import { indexWordsOf } from '../../src/contract/words.ts';
import type { Queryable } from './db/db.ts';

/** Indexed words of one text; more would make an index many times as long as the text. */
const maxWords = 500;

/** Returns the words by which a text is found, as one parameter of a statement. */
export function indexedWords(text: string): string {
  return indexWordsOf(text).slice(0, maxWords).join(' ');
}

/** Returns SQL that makes a `tsvector` of `indexedWords`. */
export function vectorOf(words: string): string {
  return `array_to_tsvector(string_to_array(${words}::text, ' '))`;
}

/** The tables with a column `words`, which is null in rows of an earlier version. */
const texts = {
  messages: { order: 'sequence', text: 'content' },
  attachments: { order: 'seq', text: 'file_name' },
} as const;
export const wordTables = ['messages', 'attachments'] as const;

/** Rows of one statement. */
const atOnce = 500;

/**
 * Adds their words to some rows that have none, the newest first: those of an earlier version, or of its backup. A migration that did so
 * would keep a server with a million messages from starting for minutes.
 *
 * @returns whether there is more
 */
export async function indexSomeWords(db: Queryable, table: (typeof wordTables)[number]): Promise<boolean> {
  const { order, text } = texts[table];
  const rows = await db.query<{ place: number; text: string }>(
    `select ${order} as place, ${text} as text from ${table} where words is null order by ${order} desc limit ${atOnce}`,
  );
  await db.query(
    `update ${table} t set words = ${vectorOf('known.words')}
      from unnest($1::bigint[], $2::text[]) as known (place, words) where t.${order} = known.place and t.words is null`,
    [rows.map(({ place }) => place), rows.map((row) => indexedWords(row.text))],
  );
  return rows.length === atOnce;
}
