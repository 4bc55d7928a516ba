import type { Database } from './db.ts';

/**
 * Rebuilds the indexes of names where the library that orders them has another version than when they were built: an update of the system
 * or of the embedded database may order some names anew, and an index in the earlier order would miss rows.
 */
export async function renewOrder(db: Database): Promise<void> {
  const [outdated] = await db.query(
    "select 1 from pg_collation where collname = 'names' and collversion <> pg_collation_actual_version(oid)",
  );
  if (!outdated) return;
  await db.tx((tx) =>
    tx.script(
      'reindex index jobs_by_project_name; reindex index users_by_company_name; alter collation names refresh version',
    ),
  );
}
