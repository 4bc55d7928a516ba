import { createHash, hash } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream, existsSync } from 'node:fs';
import { mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { finished } from 'node:stream/promises';
import { operatorActor } from '../../src/contract/audit.ts';
import type { Database } from '../data/db/db.ts';
import {
  backedUpTables,
  filesIn,
  migrationsIn,
  RowSum,
  readOneMoment,
  rowsOf,
  type TableSum,
} from '../data/tableRows.ts';
import { addAuditEntry } from '../data/users/audit.ts';
import { StartError } from '../errors/startError.ts';
import type { Files } from '../files/files.ts';
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

async function writeRows(file: string, rows: AsyncIterable<string>): Promise<TableSum> {
  const sum = new RowSum();
  const out = createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true });
  for await (const row of rows) {
    sum.add(row);
    if (!out.write(`${row}\n`)) await once(out, 'drain');
  }
  out.end();
  await finished(out);
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

/** Copies a file. Its bytes never change, so files can be copied after the rows that name them. */
async function backUpFile(files: Files, { key, sha256, size }: StoredFile, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true, mode: 0o700 });
  const hash = createHash('sha256');
  const out = await open(to, 'wx', 0o600);
  let bytes = 0;
  try {
    for await (const chunk of (await files.get(key)) as AsyncIterable<Buffer>) {
      hash.update(chunk);
      bytes += chunk.byteLength;
      await out.writeFile(chunk);
    }
    await out.sync();
  } finally {
    await out.close();
  }
  if (hash.digest('hex') !== sha256 || bytes !== size) {
    throw new StartError(`A stored file doesn’t match its database record: ${key}. No backup was created.`);
  }
}

/**
 * Writes a backup of rows and files into a new folder while the product runs. The folder appears once it is complete and on disk.
 *
 * @returns a sentence for the terminal
 * @throws StartError when the folder exists, or a stored file is damaged
 */
export async function backUp(parts: Parts, folder: string): Promise<string> {
  if (existsSync(folder)) throw new StartError(`${folder} already exists. Choose a new folder.`);
  const half = `${folder}.part`;
  await rm(half, { recursive: true, force: true });
  const paths = backupPaths(half);
  await mkdir(dirname(paths.rows('')), { recursive: true, mode: 0o700 });
  const { tables, migrations, files } = await backUpRows(parts.db, half);
  for (const file of files) await backUpFile(parts.files, file, paths.file(file.key));
  const accounts = existsSync(parts.accounts) ? await readFile(parts.accounts) : null;
  if (accounts) await writeFile(paths.accounts, accounts, { mode: 0o600, flush: true });
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  const manifest: Manifest = {
    format: 1,
    made: new Date(parts.now()).toISOString(),
    migrations,
    tables,
    files: { count: files.length, bytes },
    ...(accounts ? { accounts: hash('sha256', accounts) } : {}),
  };
  const written = signed(manifest, parts.key ?? '');
  await writeFile(paths.manifest, `${JSON.stringify(written, null, 2)}\n`, { mode: 0o600, flush: true });
  await rename(half, folder);
  await addAuditEntry(parts.db, {
    actor: operatorActor,
    action: 'backup',
    subject: manifest.made,
    detail: { files: files.length },
    created: Math.floor(parts.now() / 1000),
  });
  const rows = Object.values(tables).reduce((sum, table) => sum + table.rows, 0);
  return `Backup complete: ${rows} rows and ${files.length} files (${bytes} bytes) in ${folder}.`;
}
