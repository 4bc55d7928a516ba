import type { Database } from '../../../server/data/db/db.ts';
import { openPostgres } from '../../../server/data/db/open.ts';

/** Opens a database for some work, and closes it. */
export async function withDatabase<T>(url: string, work: (db: Database) => Promise<T>): Promise<T> {
  const db = await openPostgres(url);
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}
