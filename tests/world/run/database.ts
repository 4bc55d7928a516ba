import { PGlite } from '@electric-sql/pglite';
import type { Database } from '../../../server/data/db/db.ts';
import { pgliteDatabase } from '../../../server/data/db/pglite.ts';
import { emptied } from '../../support/database/emptied.ts';
import { shapedPglite } from '../../support/database/shapedPglite.ts';

/** Has each statement planned once, and little logged: nothing here outlives the process. */
const startParams = ['plan_cache_mode=force_generic_plan', 'full_page_writes=off'].flatMap((setting) => [
  '-c',
  setting,
]);

let opened: Promise<Database> | undefined;

/** Returns the one embedded database of this process, emptied: a new one would take longer than a schedule. */
export async function emptyDatabase(): Promise<Database> {
  opened ??= shapedPglite().then((loadDataDir) =>
    pgliteDatabase({ loadDataDir, startParams: [...PGlite.defaultStartParams, ...startParams] }),
  );
  const db = await opened;
  await emptied(db);
  return db;
}
