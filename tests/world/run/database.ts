import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PGlite } from '@electric-sql/pglite';
import type { Database } from '../../../server/data/db/db.ts';
import { migrate } from '../../../server/data/db/migrate.ts';
import { pgliteDatabase } from '../../../server/data/db/pglite.ts';
import { emptied } from '../../support/database/emptied.ts';

const migrations = fileURLToPath(new URL('../../../server/migrations/', import.meta.url));
const cacheDir = fileURLToPath(new URL('../../../node_modules/.cache/', import.meta.url));

/**
 * Returns a data folder with the current schema, from which a database starts several times faster. It is read whole: a blob of the file
 * could not be read any more once another process has put its own in the file's place.
 */
async function shaped(): Promise<Blob> {
  const hash = createHash('sha256');
  for (const name of readdirSync(migrations).sort()) hash.update(readFileSync(join(migrations, name)));
  const file = join(cacheDir, `world-${hash.digest('hex').slice(0, 16)}.tar`);
  if (existsSync(file)) return new Blob([readFileSync(file)]);
  mkdirSync(cacheDir, { recursive: true });
  const pglite = await PGlite.create('memory://');
  const db: Database = {
    query: async (sql, params = []) => (await pglite.query(sql, [...params])).rows as never,
    tx: (work) =>
      pglite.transaction((tx) =>
        work({
          query: async (sql, params = []) => (await tx.query(sql, [...params])).rows as never,
          script: async (sql) => void (await tx.exec(sql)),
        }),
      ),
    listen: () => async () => undefined,
    close: () => pglite.close(),
  };
  await migrate(db);
  const dumped = await pglite.dumpDataDir('none');
  await pglite.close();
  writeFileSync(`${file}.${process.pid}`, Buffer.from(await dumped.arrayBuffer()));
  renameSync(`${file}.${process.pid}`, file);
  return dumped;
}

/** Has each statement planned once, and little logged: nothing here outlives the process. */
const startParams = ['plan_cache_mode=force_generic_plan', 'full_page_writes=off'].flatMap((setting) => [
  '-c',
  setting,
]);

let opened: Promise<Database> | undefined;

/** Returns the one embedded database of this process, emptied: a new one would take longer than a schedule. */
export async function emptyDatabase(): Promise<Database> {
  opened ??= shaped().then((loadDataDir) =>
    pgliteDatabase({ loadDataDir, startParams: [...PGlite.defaultStartParams, ...startParams] }),
  );
  const db = await opened;
  await emptied(db);
  return db;
}
