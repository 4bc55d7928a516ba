import type { Queryable } from '../db/db.ts';

type FileColumn = {
  table: string;
  column: string;
  /** Whether every row has its file; rows of other columns exist before their file is written, or after it is deleted. */
  required: boolean;
};

/**
 * Every column with keys of stored files. A file without a row is deleted after a day, so a new table with files must be added here,
 * with an index on `left(column, 2)` if it has many rows.
 */
export const fileColumns: readonly FileColumn[] = [
  { table: 'attachments', column: 'key', required: true },
  { table: 'uploads', column: 'key', required: false },
  { table: 'upload_pieces', column: 'key', required: false },
  { table: 'previews', column: 'key', required: false },
];

/** Returns the keys that are in a row. */
export async function namedKeys(db: Queryable, keys: readonly string[]): Promise<Set<string>> {
  const named = fileColumns.map(({ table, column }) => `select 1 from ${table} where ${column} = k.key`);
  const rows = await db.query<{ key: string }>(
    `select k.key from unnest($1::text[]) as k (key) where ${named.map((sql) => `exists (${sql})`).join(' or ')}`,
    [keys],
  );
  return new Set(rows.map(({ key }) => key));
}

/**
 * Returns the keys in all rows, at most `limit` of each table, and whether there must be a file.
 *
 * @param shard the first two characters of the keys; empty for all
 */
export async function allNamedKeys(
  db: Queryable,
  shard: string,
  limit: number,
): Promise<Map<string, boolean>> {
  const parts = fileColumns.map(({ table, column, required }) => {
    const where = shard === '' ? `${column} is not null` : `left(${column}, 2) = $2`;
    return `(select ${column} as key, ${required} as required from ${table} where ${where} limit $1)`;
  });
  const rows = await db.query<{ key: string; required: boolean }>(
    `${parts.join(' union all ')} order by required`,
    shard === '' ? [limit] : [limit, shard],
  );
  return new Map(rows.map(({ key, required }) => [key, required]));
}
