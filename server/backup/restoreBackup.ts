import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import * as v from 'valibot';
import { commandLine } from '../../src/contract/people.ts';
import { record } from '../data/audit.ts';
import type { Database, Transaction } from '../data/db.ts';
import { migrate } from '../data/migrate.ts';
import { FileMissing, type Files } from '../files/files.ts';
import { StartError } from '../startError.ts';
import { backupPaths, Manifest } from './manifest.ts';
import { replayErasures } from './replayErasures.ts';
import { continueNumbers, insertRows, keptTables, RowSum, rowsOf } from './rows.ts';

type Parts = {
  db: Database;
  files: Files;
  /** Where the embedded identity provider keeps its accounts. */
  accounts: string;
  /** Where it is written down that the demo data are not wanted. */
  seed: string;
  /** Milliseconds since 1970. */
  now?: () => number;
};

async function readManifest(folder: string): Promise<Manifest> {
  const { manifest } = backupPaths(folder);
  if (!existsSync(manifest)) throw new StartError(`There is no backup in ${folder}.`);
  const read = v.safeParse(Manifest, JSON.parse(await readFile(manifest, 'utf8')));
  if (!read.success) throw new StartError(`The backup in ${folder} is of a kind this version cannot read.`);
  return read.output;
}

/** By line feeds alone: `readline` also ends a line where somebody's text has U+2028. */
async function* lines(file: string): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of createReadStream(file, { encoding: 'utf8' }) as AsyncIterable<string>) {
    const parts = (rest + chunk).split('\n');
    rest = parts.pop() ?? '';
    yield* parts;
  }
}

async function mustBeEmpty(tx: Transaction): Promise<void> {
  const [anybody] = await tx.query('select 1 from users limit 1');
  if (anybody)
    throw new StartError('There are people in this database; a backup is restored into an empty one.');
}

/** A row of an earlier shape does not fit into a later one. */
async function mustBeOfItsShape(tx: Transaction, { migrations }: Manifest): Promise<void> {
  const applied = await tx.query<{ name: string }>('select name from migrations');
  if (applied.some(({ name }) => !migrations.includes(name))) {
    throw new StartError('This database is newer than the backup; restore it into one that is new.');
  }
}

/** What was put back is read again and compared: a backup that was damaged does not become a database that is. */
async function mustBeEqual(tx: Transaction, { tables }: Manifest): Promise<void> {
  for (const table of await keptTables(tx)) {
    const sum = new RowSum();
    for await (const row of rowsOf(tx, table)) sum.add(row);
    const { rows, sha256 } = sum.end();
    const expected = tables[table.name];
    if (rows !== (expected?.rows ?? 0) || (expected && sha256 !== expected.sha256)) {
      throw new StartError(`The rows of ${table.name} are not those of the backup; nothing was restored.`);
    }
  }
}

type StoredFile = { key: string; sha256: string };

async function restoreFile(files: Files, { key, sha256 }: StoredFile, from: string): Promise<void> {
  const hash = createHash('sha256');
  async function* hashed() {
    for await (const chunk of createReadStream(from) as AsyncIterable<Buffer>) {
      hash.update(chunk);
      yield chunk;
    }
  }
  await files.put(key, hashed());
  if (hash.digest('hex') !== sha256) {
    throw new StartError(`A file of the backup is damaged: ${key}. Nothing was restored.`);
  }
}

/** Where only the database was lost, the bucket still has the files: they stay, also when the restoring fails. */
async function isThere(files: Files, { key, sha256 }: StoredFile): Promise<boolean> {
  const hash = createHash('sha256');
  try {
    for await (const chunk of (await files.get(key)) as AsyncIterable<Buffer>) hash.update(chunk);
  } catch (error) {
    if (error instanceof FileMissing) return false;
    throw error;
  }
  return hash.digest('hex') === sha256;
}

/**
 * Restores a backup into an empty database and its store: all of it, compared row by row and file by file, or nothing. One
 * of an earlier version is brought to the newest shape afterwards, and who was erased since is erased again.
 *
 * @param later the folder of a later backup, whose list tells who that is
 * @throws StartError where that is not possible
 */
export async function restoreBackup(
  { db, files, accounts, seed, now = Date.now }: Parts,
  folder: string,
  later?: string,
): Promise<Manifest & { erasedAgain: number }> {
  const manifest = await readManifest(folder);
  const paths = backupPaths(folder);
  await migrate(db, manifest.migrations);
  const stored: string[] = [];
  try {
    await db.tx(async (tx) => {
      await mustBeEmpty(tx);
      await mustBeOfItsShape(tx, manifest);
      const tables = await keptTables(tx);
      for (const table of tables) {
        if (table.name in manifest.tables) await insertRows(tx, table, lines(paths.rows(table.name)));
      }
      await continueNumbers(tx, tables);
      await mustBeEqual(tx, manifest);
      const rows = await tx.query<StoredFile>('select key, sha256 from attachments order by seq');
      for (const file of rows) {
        if (await isThere(files, file)) continue;
        stored.push(file.key);
        await restoreFile(files, file, paths.file(file.key));
      }
    });
  } catch (error) {
    for (const key of stored) await files.remove(key);
    throw error;
  }
  if (existsSync(paths.accounts) && !existsSync(accounts)) await copyFile(paths.accounts, accounts);
  // A database that has people in it is not to be filled with the demo's.
  if (!existsSync(seed)) await writeFile(seed, JSON.stringify({ state: 'unwanted', startedAt: 0 }));
  await migrate(db);
  const created = Math.floor(now() / 1000);
  const erasedAgain = await db.tx(async (tx) => {
    await record(tx, { actor: commandLine, action: 'restore', subject: manifest.made, created });
    return later === undefined ? 0 : replayErasures(tx, later, created);
  });
  return { ...manifest, erasedAgain };
}
