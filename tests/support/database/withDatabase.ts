import { type Database, openPostgres } from '../../../server/data/db/db.ts';

/** Opens a database for some work, and closes it. */
export async function withDatabase<T>(url: string, work: (db: Database) => Promise<T>): Promise<T> {
  const db = await openPostgres(url);
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}
