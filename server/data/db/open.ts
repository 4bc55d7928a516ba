import type { Database } from './db.ts';
import type { PostgresOptions } from './postgres.ts';

/** Opens the embedded database, in a folder, where each commit is on the disk before it returns, or without one in memory. */
export async function openPglite(folder?: string): Promise<Database> {
  const { pgliteDatabase } = await import('./pglite.ts');
  if (folder === undefined) return pgliteDatabase({});
  const { syncedFolder } = await import('./syncedFolder.ts');
  return pgliteDatabase(syncedFolder(folder));
}

/** Opens a PostgreSQL server, `postgres://user:password@host:5432/name`. Connects with the first statement. */
export async function openPostgres(url: string, options?: PostgresOptions): Promise<Database> {
  const { postgresDatabase } = await import('./postgres.ts');
  return postgresDatabase(url, options);
}
