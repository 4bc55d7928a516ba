import type { Database } from './db.ts';
import type { PostgresOptions } from './postgres.ts';

/** Opens the embedded database, in a folder, or without one in memory. */
export async function openPglite(folder?: string): Promise<Database> {
  const { pgliteDatabase } = await import('./pglite.ts');
  return pgliteDatabase(folder === undefined ? {} : { dataDir: folder });
}

/** Opens a PostgreSQL server, `postgres://user:password@host:5432/name`. Connects with the first statement. */
export async function openPostgres(url: string, options?: PostgresOptions): Promise<Database> {
  const { postgresDatabase } = await import('./postgres.ts');
  return postgresDatabase(url, options);
}
