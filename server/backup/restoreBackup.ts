import { createHash, hash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { operatorActor } from '../../src/contract/audit.ts';
import type { Database, Transaction } from '../data/db/db.ts';
import { migrate } from '../data/db/migrate.ts';
import {
  type BackedUpTable,
  backedUpTables,
  continueNumbers,
  filesIn,
  hasUsers,
  migrationsIn,
  rowsOf,
} from '../data/tableRows.ts';
import { addAuditEntry } from '../data/users/audit.ts';
import { StartError } from '../errors/startError.ts';
import { FileMissing, type Files } from '../files/files.ts';
import { type BackupPaths, mustBeEqual, mustBeWhole, mustHaveTables, restoreRows } from './backupRows.ts';
import { backupPaths, type Manifest, readManifest } from './manifest.ts';
import { replayErasures } from './replayErasures.ts';

type Parts = {
  db: Database;
  files: Files;
  /** File of the embedded identity provider's accounts. */
  accounts: string;
  /** File that records that the demo data are not wanted. */
  seed: string;
  /** `BACKUP_KEY`: only backups signed with it are restored. When absent, any backup is. */
  key?: string;
  /** Milliseconds since 1970. */
  now?: () => number;
  /** Folder of the migrations, when not the product's. */
  migrations?: URL;
};

/** Returns the accounts of the embedded identity provider, or null when the backup has none. */
async function accountsOf(paths: BackupPaths, { accounts }: Manifest): Promise<Buffer | null> {
  if (!existsSync(paths.accounts)) {
    if (accounts === undefined) return null;
    throw new StartError('The backup lacks its accounts. Nothing was restored.');
  }
  const bytes = await readFile(paths.accounts);
  if (accounts !== undefined && hash('sha256', bytes) !== accounts) {
    throw new StartError('The accounts of the backup are damaged. Nothing was restored.');
  }
  return bytes;
}

async function mustBeEmpty(tx: Transaction, tables: readonly BackedUpTable[]): Promise<void> {
  if (await hasUsers(tx))
    throw new StartError('This database already has users. Restore into an empty database.');
  for (const table of tables) {
    // A server stores its keys at its first start: those of the backup would not fit beside them.
    for await (const _ of rowsOf(tx, table))
      throw new StartError(
        `A server was started with this database: it has rows of ${table.name}. Restore into a new, empty database.`,
      );
  }
}

/** Throws a StartError when the database has migrations that the backup lacks: rows of an earlier schema do not fit a later one. */
async function mustBeOfItsShape(tx: Transaction, { migrations }: Manifest): Promise<void> {
  const applied = await migrationsIn(tx);
  if (applied.some((name) => !migrations.includes(name))) {
    throw new StartError('This database is newer than the backup. Restore into a new, empty database.');
  }
}

type StoredFile = { key: string; sha256: string };

async function restoreFile(files: Files, { key, sha256 }: StoredFile, from: string): Promise<void> {
  if (!existsSync(from)) throw new StartError(`A backup file is missing: ${key}. Nothing was restored.`);
  const sum = createHash('sha256');
  async function* hashed() {
    for await (const chunk of createReadStream(from) as AsyncIterable<Buffer>) {
      sum.update(chunk);
      yield chunk;
    }
  }
  await files.put(key, hashed());
  if (sum.digest('hex') !== sha256) {
    throw new StartError(`A backup file is damaged: ${key}. Nothing was restored.`);
  }
}

/**
 * Whether a file is in the store already: where only the database was lost, the bucket still has them. Such files also stay when
 * the restore fails.
 */
async function isThere(files: Files, { key, sha256 }: StoredFile): Promise<boolean> {
  const sum = createHash('sha256');
  try {
    for await (const chunk of (await files.get(key)) as AsyncIterable<Buffer>) sum.update(chunk);
  } catch (error) {
    if (error instanceof FileMissing) return false;
    throw error;
  }
  return sum.digest('hex') === sha256;
}

/**
 * Restores a backup into an empty database and store: completely, compared row by row and file by file, or not at all. Then the
 * migrations run that it lacks, and users who were erased since are erased again.
 *
 * @param later the folder of a later backup, which lists those users
 * @throws StartError where that is not possible
 */
export async function restoreBackup(
  { db, files, accounts, seed, key = '', now = Date.now, migrations }: Parts,
  folder: string,
  later?: string,
): Promise<Manifest & { erasedAgain: number }> {
  const manifest = await readManifest(folder, key);
  const paths = backupPaths(folder);
  await mustBeWhole(paths, manifest.tables);
  const signIns = await accountsOf(paths, manifest);
  if (later !== undefined) {
    const { tables } = await readManifest(later, key);
    await mustBeWhole(backupPaths(later), tables.erasures ? { erasures: tables.erasures } : {});
  }
  const steps = migrations ? { folder: migrations } : {};
  await migrate(db, { ...steps, only: manifest.migrations });
  const stored: string[] = [];
  try {
    await db.tx(async (tx) => {
      const tables = await backedUpTables(tx);
      await mustBeOfItsShape(tx, manifest);
      mustHaveTables(tables, manifest);
      await mustBeEmpty(tx, tables);
      for (const table of tables) await restoreRows(tx, table, paths.rows(table.name));
      await continueNumbers(tx, tables);
      await mustBeEqual(tx, manifest);
      for (const file of await filesIn(tx)) {
        if (manifest.lost?.includes(file.key) || (await isThere(files, file))) continue;
        stored.push(file.key);
        await restoreFile(files, file, paths.file(file.key));
      }
    });
  } catch (error) {
    for (const key of stored) await files.remove(key);
    throw error;
  }
  if (signIns && !existsSync(accounts)) await writeFile(accounts, signIns, { mode: 0o600 });
  // A restored database must not be filled with demo data.
  if (!existsSync(seed)) await writeFile(seed, JSON.stringify({ state: 'unwanted', startedAt: 0 }));
  await migrate(db, steps);
  const created = Math.floor(now() / 1000);
  const erasedAgain = await db.tx(async (tx) => {
    await addAuditEntry(tx, { actor: operatorActor, action: 'restore', subject: manifest.made, created });
    return later === undefined ? 0 : replayErasures(tx, later, created);
  });
  return { ...manifest, erasedAgain };
}
