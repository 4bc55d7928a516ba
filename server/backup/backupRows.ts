import { createReadStream, existsSync } from 'node:fs';
import type { Transaction } from '../data/db/db.ts';
import { type BackedUpTable, backedUpTables, insertRows, RowSum, rowsOf } from '../data/tableRows.ts';
import { Unavailable } from '../errors/errors.ts';
import { StartError } from '../errors/startError.ts';
import type { backupPaths, Manifest } from './manifest.ts';

export type BackupPaths = ReturnType<typeof backupPaths>;

/** Splits at line feeds only: `readline` also splits at U+2028, which users' texts may contain. */
async function* lines(file: string): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of createReadStream(file, { encoding: 'utf8' }) as AsyncIterable<string>) {
    const parts = (rest + chunk).split('\n');
    rest = parts.pop() ?? '';
    yield* parts;
  }
}

/** Throws a StartError unless each file of rows is complete and matches its hash. */
export async function mustBeWhole(paths: BackupPaths, tables: Manifest['tables']): Promise<void> {
  for (const [name, expected] of Object.entries(tables)) {
    const file = paths.rows(name);
    if (!existsSync(file)) throw new StartError(`The backup has no rows of ${name}. Nothing was restored.`);
    const sum = new RowSum();
    for await (const row of lines(file)) sum.add(row);
    const { rows, sha256 } = sum.end();
    if (rows !== expected.rows) {
      throw new StartError(
        `The rows of ${name} don’t match the backup: ${rows} of ${expected.rows} are complete. Nothing was restored.`,
      );
    }
    if (sha256 !== expected.sha256) {
      throw new StartError(`The rows of ${name} don’t match the backup. Nothing was restored.`);
    }
  }
}

/** Throws a StartError unless the backup has exactly the tables of the schema. */
export function mustHaveTables(tables: readonly { name: string }[], manifest: Manifest): void {
  const known = tables.map(({ name }) => name);
  const given = Object.keys(manifest.tables);
  const missing = known.filter((name) => !given.includes(name));
  if (missing.length > 0) {
    throw new StartError(`The backup lacks ${missing.join(', ')}. Nothing was restored.`);
  }
  const unknown = given.filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    throw new StartError(
      `The backup has tables that are not of its version: ${unknown.join(', ')}. Nothing was restored.`,
    );
  }
}

export async function restoreRows(tx: Transaction, table: BackedUpTable, file: string): Promise<void> {
  try {
    await insertRows(tx, table, lines(file));
  } catch (error) {
    if (error instanceof Unavailable) throw error;
    throw new StartError(`The rows of ${table.name} do not fit into their table. Nothing was restored.`, {
      cause: error,
    });
  }
}

/** Reads the restored rows again and compares them with the backup. */
export async function mustBeEqual(tx: Transaction, { tables }: Manifest): Promise<void> {
  for (const table of await backedUpTables(tx)) {
    const sum = new RowSum();
    for await (const row of rowsOf(tx, table)) sum.add(row);
    const { rows, sha256 } = sum.end();
    const expected = tables[table.name];
    if (rows !== expected?.rows || sha256 !== expected.sha256) {
      throw new StartError(`The rows of ${table.name} don’t match the backup. Nothing was restored.`);
    }
  }
}
