import type { Queryable } from '../db/db.ts';

type FileColumn = {
  table: string;
  column: string;
  /** Whether its files are there for as long as its rows are; others are named before they are written, or after they went. */
  kept: boolean;
};

/**
 * Every column that names files of the store. A file that none of them names is removed after a day, so whoever keeps files under
 * rows of another table must add it here. An index on `left(column, 2)` keeps the comparing quick where rows are many.
 */
export const fileColumns: readonly FileColumn[] = [
  { table: 'attachments', column: 'key', kept: true },
  { table: 'uploads', column: 'key', kept: false },
  { table: 'upload_pieces', column: 'key', kept: false },
  { table: 'previews', column: 'key', kept: false },
];

/** Which of these keys are named by a row. */
export async function namedKeys(db: Queryable, keys: readonly string[]): Promise<Set<string>> {
  const named = fileColumns.map(({ table, column }) => `select 1 from ${table} where ${column} = k.key`);
  const rows = await db.query<{ key: string }>(
    `select k.key from unnest($1::text[]) as k (key) where ${named.map((sql) => `exists (${sql})`).join(' or ')}`,
    [keys],
  );
  return new Set(rows.map(({ key }) => key));
}

/**
 * Keys that rows name, at most `limit` of each table, and whether there must be a file.
 *
 * @param shard the first two characters of them; empty for all
 */
export async function allNamedKeys(
  db: Queryable,
  shard: string,
  limit: number,
): Promise<Map<string, boolean>> {
  const parts = fileColumns.map(({ table, column, kept }) => {
    const where = shard === '' ? `${column} is not null` : `left(${column}, 2) = $2`;
    return `(select ${column} as key, ${kept} as kept from ${table} where ${where} limit $1)`;
  });
  const rows = await db.query<{ key: string; kept: boolean }>(
    `${parts.join(' union all ')} order by kept`,
    shard === '' ? [limit] : [limit, shard],
  );
  return new Map(rows.map(({ key, kept }) => [key, kept]));
}
