import { cp, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Makes a folder with the product's migrations and one more, as a later version has it. */
export async function folderWithMigration(name: string, sql: string): Promise<URL> {
  const folder = await mkdtemp(join(tmpdir(), 'ev-migrations-'));
  await cp(new URL('../../../server/migrations/', import.meta.url), folder, { recursive: true });
  await writeFile(join(folder, name), sql);
  return pathToFileURL(`${folder}/`);
}
