import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PGlite } from '@electric-sql/pglite';
import { migrate } from '../../../server/data/db/migrate.ts';
import { databaseOn } from '../../../server/data/db/pglite.ts';

const migrations = fileURLToPath(new URL('../../../server/migrations/', import.meta.url));
const cacheDir = fileURLToPath(new URL('../../../node_modules/.cache/', import.meta.url));

/**
 * Returns a data folder with the current schema, from which an embedded database starts several times faster; made once for the same
 * migrations. It is read whole: a blob of the file could not be read any more once another process has put its own in the file's place.
 */
export async function shapedPglite(): Promise<Blob> {
  const hash = createHash('sha256');
  for (const name of readdirSync(migrations).sort()) hash.update(readFileSync(join(migrations, name)));
  const file = join(cacheDir, `shaped-${hash.digest('hex').slice(0, 16)}.tar`);
  if (existsSync(file)) return new Blob([readFileSync(file)]);
  mkdirSync(cacheDir, { recursive: true });
  const pglite = await PGlite.create('memory://');
  await migrate(databaseOn(pglite));
  const dumped = await pglite.dumpDataDir('none');
  await pglite.close();
  writeFileSync(`${file}.${process.pid}`, Buffer.from(await dumped.arrayBuffer()));
  renameSync(`${file}.${process.pid}`, file);
  return dumped;
}
