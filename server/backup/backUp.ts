import { createHash, hash } from 'node:crypto';
import { createWriteStream, existsSync } from 'node:fs';
import { mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { operatorActor } from '../../src/contract/audit.ts';
import type { Database } from '../data/db/db.ts';
import { syncFolder } from '../data/syncFolder.ts';
import {
  backedUpTables,
  filesIn,
  migrationsIn,
  RowSum,
  readOneMoment,
  rowsOf,
  type TableSum,
} from '../data/tableRows.ts';
import { type Lock, takeLock } from '../data/takeLock.ts';
import { addAuditEntry } from '../data/users/audit.ts';
import { StartError } from '../errors/startError.ts';
import { FileMissing, type Files } from '../files/files.ts';
import type { BackupPaths } from './backupRows.ts';
import { backupPaths, type Manifest, signed } from './manifest.ts';

type Parts = {
  db: Database;
  files: Files;
  /** File with the accounts of the embedded identity provider; skipped when it does not exist. */
  accounts: string;
  /** `BACKUP_KEY`, which signs the manifest; absent for an unsigned backup. */
  key?: string;
  /** Milliseconds since 1970. */
  now: () => number;
};

type StoredFile = { key: string; sha256: string; size: number };

/** A file that the store has no longer, or with other bytes. */
class LostFile extends StartError {}

async function writeRows(file: string, rows: AsyncIterable<string>): Promise<TableSum> {
  const sum = new RowSum();
  let unread: unknown;
  async function* lines() {
    try {
      for await (const row of rows) {
        sum.add(row);
        yield `${row}\n`;
      }
    } catch (error) {
      unread = error;
      throw error;
    }
  }
  // A failure of the file, as of a full disk, must not end the process, nor pass as one of the database, in whose transaction it is.
  await pipeline(lines, createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true })).catch(
    (error: Error) => {
      throw error === unread ? error : new StartError(`Couldn’t write the backup: ${error.message}`);
    },
  );
  return sum.end();
}

/** Writes all rows as of one moment, in a read-only snapshot. */
async function backUpRows(db: Database, folder: string) {
  const paths = backupPaths(folder);
  return db.tx(async (tx) => {
    await readOneMoment(tx);
    const tables: Manifest['tables'] = {};
    for (const table of await backedUpTables(tx)) {
      tables[table.name] = await writeRows(paths.rows(table.name), rowsOf(tx, table));
    }
    return { tables, migrations: await migrationsIn(tx), files: await filesIn(tx) };
  });
}

/**
 * Copies a file. Its bytes never change, so files can be copied after the rows that name them.
 *
 * @throws LostFile
 */
async function backUpFile(files: Files, { key, sha256, size }: StoredFile, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true, mode: 0o700 });
  const hash = createHash('sha256');
  const out = await open(to, 'wx', 0o600);
  let bytes = 0;
  try {
    const stored = await files.get(key).catch((error: unknown) => {
      if (!(error instanceof FileMissing)) throw error;
      throw new LostFile(
        `A file is missing from the store: ${key}. No backup was created. npm run check-files counts all that are missing.`,
      );
    });
    for await (const chunk of stored as AsyncIterable<Buffer>) {
      hash.update(chunk);
      bytes += chunk.byteLength;
      await out.writeFile(chunk);
    }
    await out.sync();
  } finally {
    await out.close();
  }
  if (hash.digest('hex') !== sha256 || bytes !== size) {
    throw new LostFile(`A stored file doesn’t match its database record: ${key}. No backup was created.`);
  }
}

/**
 * Copies all files.
 *
 * @returns the keys of the lost ones that were left out
 * @throws LostFile for the first lost one where none may be left out, StartError where the store has none at all
 */
async function backUpFiles(
  store: Files,
  files: readonly StoredFile[],
  { file: pathOf }: BackupPaths,
  leavesOutLost: boolean,
): Promise<string[]> {
  const lost: string[] = [];
  for (const file of files) {
    const to = pathOf(file.key);
    await backUpFile(store, file, to).catch(async (error: unknown) => {
      if (!leavesOutLost || !(error instanceof LostFile)) throw error;
      await rm(to);
      lost.push(file.key);
    });
  }
  // Another store was named, by which no file can be called lost.
  if (lost.length > 0 && lost.length === files.length)
    throw new StartError(
      'The store has none of the database’s files. Check FILES_URL. No backup was created.',
    );
  return lost;
}

/**
 * Takes the lock of a folder that is to be written. A backup goes on when its terminal is gone: ordered again, in whatever process, it would
 * remove and mix what the first is writing, which then says that it is complete.
 *
 * @returns what releases it
 * @throws StartError when the folder is being written
 */
async function lockFolder(folder: string): Promise<() => Promise<void>> {
  const file = `${folder}.lock`;
  await mkdir(dirname(folder), { recursive: true, mode: 0o700 });
  let lock: Lock | null;
  try {
    lock = takeLock(file);
  } catch {
    // A file system may have no locks. One that cannot be written says so by the first file.
    return async () => undefined;
  }
  if (lock === null)
    throw new StartError(`A backup into ${folder} is under way already. Wait until it’s complete.`);
  return async () => {
    // While it is held: nobody else has the file then that is removed. A system that removes no open file leaves it.
    await rm(file, { force: true }).catch(() => undefined);
    lock.release();
  };
}

/**
 * Writes a backup of rows and files into a new folder while the product runs. The folder appears once it is complete and on disk.
 *
 * @param leavesOutLost whether stored files that are damaged or missing are left out, and named; else there is no backup with one
 * @returns a sentence for the terminal
 * @throws StartError when the folder exists or is being written, or a stored file is damaged or missing
 */
export async function backUp(parts: Parts, folder: string, leavesOutLost = false): Promise<string> {
  const release = await lockFolder(folder);
  const half = `${folder}.part`;
  try {
    if (existsSync(folder)) throw new StartError(`${folder} already exists. Choose a new folder.`);
    return await backUpInto(parts, folder, half, leavesOutLost);
  } catch (error) {
    // It may have filled the disk of the running product.
    await rm(half, { recursive: true, force: true }).catch(() => undefined);
    throw error;
  } finally {
    await release();
  }
}

async function backUpInto(
  parts: Parts,
  folder: string,
  half: string,
  leavesOutLost: boolean,
): Promise<string> {
  await rm(half, { recursive: true, force: true });
  const paths = backupPaths(half);
  await mkdir(dirname(paths.rows('')), { recursive: true, mode: 0o700 });
  const { tables, migrations, files: named } = await backUpRows(parts.db, half);
  const lost = await backUpFiles(parts.files, named, paths, leavesOutLost);
  const files = named.filter(({ key }) => !lost.includes(key));
  const accounts = existsSync(parts.accounts) ? await readFile(parts.accounts) : null;
  if (accounts) await writeFile(paths.accounts, accounts, { mode: 0o600, flush: true });
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  const manifest: Manifest = {
    format: 1,
    made: new Date(parts.now()).toISOString(),
    migrations,
    tables,
    files: { count: files.length, bytes },
    ...(lost.length > 0 ? { lost } : {}),
    ...(accounts ? { accounts: hash('sha256', accounts) } : {}),
  };
  const written = signed(manifest, parts.key ?? '');
  await writeFile(paths.manifest, `${JSON.stringify(written, null, 2)}\n`, { mode: 0o600, flush: true });
  // What is in a folder survives a power cut once the folder itself is on the disk.
  const folders = new Set(named.flatMap(({ key }) => [dirname(paths.file(key)), join(half, 'files')]));
  for (const one of [...folders, dirname(paths.rows('')), half]) await syncFolder(one);
  await rename(half, folder);
  await syncFolder(dirname(folder));
  await addAuditEntry(parts.db, {
    actor: operatorActor,
    action: 'backup',
    subject: manifest.made,
    detail: { files: files.length },
    created: Math.floor(parts.now() / 1000),
  });
  const rows = Object.values(tables).reduce((sum, table) => sum + table.rows, 0);
  const without =
    lost.length > 0 ? `, without ${lost.length} that the store has lost: ${lost.join(', ')}` : '';
  return `Backup complete: ${rows} rows and ${files.length} files (${bytes} bytes) in ${folder}${without}.`;
}
