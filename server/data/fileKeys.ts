import type { Queryable } from './db.ts';

/**
 * Every column that names files of the store. A file that none of them names is removed after a day, so whoever keeps files under
 * rows of another table must add it here. An index on `left(column, 2)` keeps the comparing quick.
 */
export const fileColumns: readonly { table: string; column: string }[] = [
  { table: 'attachments', column: 'key' },
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
 * Keys that rows name, at most `limit` of each table.
 *
 * @param shard the first two characters of them; empty for all
 */
export async function allNamedKeys(db: Queryable, shard: string, limit: number): Promise<Set<string>> {
  const of = (column: string) => (shard === '' ? '' : `where left(${column}, 2) = $2`);
  const parts = fileColumns.map(
    ({ table, column }) => `(select ${column} as key from ${table} ${of(column)} limit $1)`,
  );
  const rows = await db.query<{ key: string }>(
    parts.join(' union all '),
    shard === '' ? [limit] : [limit, shard],
  );
  return new Set(rows.map(({ key }) => key));
}
