import { existsSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Database } from '../data/db/db.ts';
import { migrate } from '../data/db/migrate.ts';
import { openPglite, openPostgres } from '../data/db/open.ts';
import { renewOrder } from '../data/db/renewOrder.ts';
import { readOnly, sqlState } from '../data/db/sqlState.ts';
import { syncFolderNow, syncTree } from '../data/syncFolder.ts';
import { hasUsers } from '../data/tableRows.ts';
import { Unavailable } from '../errors/errors.ts';
import { StartError } from '../errors/startError.ts';
import { isDiskFull } from '../files/freeSpace.ts';
import type { Counters } from '../log/counters.ts';
import type { Config } from '../settings/config.ts';
import { dataPaths, openDataDir } from './dataDir.ts';

/** Creates the embedded database under another name first, so that a process killed meanwhile leaves no incomplete one. */
async function makeFolder(folder: string): Promise<void> {
  if (existsSync(folder)) return;
  const half = `${folder}.part`;
  rmSync(half, { recursive: true, force: true });
  const db = await openPglite(half);
  await db.close();
  // PGlite makes the files of a new database without flushing them.
  syncTree(half);
  renameSync(half, folder);
  syncFolderNow(dirname(folder));
}

const warning = 40;

/** Writes a line in the format of the server's log, because the database is opened before the server, and counts it. */
function logSlow(counters: Counters | undefined, sql: string, ms: number): void {
  counters?.line(warning);
  const line = { level: warning, time: new Date().toISOString(), ms, sql: sql.replace(/\s+/g, ' ').trim() };
  process.stdout.write(`${JSON.stringify({ ...line, msg: 'slow statement' })}\n`);
}

/** Opens the configured database without migrating it. @param counters of the server that uses it */
export async function openAsIs(
  { databaseUrl, databaseListenUrl, databasePool, slowQueryMs, dataDir }: Config,
  counters?: Counters,
): Promise<Database> {
  if (databaseUrl !== '') {
    const onSlow = (sql: string, ms: number) => logSlow(counters, sql, ms);
    const slow = slowQueryMs > 0 ? { slowMs: slowQueryMs, onSlow } : {};
    const listenUrl = databaseListenUrl || databaseUrl;
    return openPostgres(databaseUrl, { listenUrl, poolSize: databasePool, ...slow });
  }
  const folder = dataPaths(dataDir).database;
  await makeFolder(folder);
  // The lock of the data folder is ours; PostgreSQL’s own, empty after a power cut, would keep it from starting for ever.
  rmSync(join(folder, 'postmaster.pid'), { force: true });
  return openPglite(folder);
}

function reason(error: unknown, { databaseUrl, dataDir }: Config): string {
  if (databaseUrl !== '') {
    // What has a SQLSTATE is the database's own answer: there is a connection.
    const said = error instanceof Unavailable && sqlState(error.cause) !== '' ? error.cause : error;
    if (sqlState(said) === readOnly) {
      return 'The database in DATABASE_URL accepts no writes. It may be a standby.';
    }
    return said instanceof Unavailable
      ? 'Can’t connect to the database in DATABASE_URL.'
      : `Can’t use the database in DATABASE_URL: ${said instanceof Error ? said.message : said}.`;
  }
  const said = error instanceof Error ? error.message : String(error);
  const why = isDiskFull(dataDir) ? `its disk is full (${said})` : said;
  return `The database in ${dataPaths(dataDir).database} cannot be opened: ${why}.`;
}

/**
 * Opens the configured database and migrates it to the current schema.
 *
 * @throws StartError when that is not possible
 */
export async function openDatabase(config: Config, counters?: Counters): Promise<Database> {
  let db: Database | undefined;
  try {
    db = await openAsIs(config, counters);
    await migrate(db);
    await renewOrder(db);
    return db;
  } catch (error) {
    await db?.close();
    throw new StartError(reason(error, config));
  }
}

/**
 * Opens the database of a server for a command. Without the settings of the server, a command would make a database of its own and do its
 * work there: say that a backup is complete, or that a stolen key counts no more.
 *
 * @throws StartError also for a database without users
 */
export async function openUsedDatabase(config: Config): Promise<Database> {
  const isThere = config.databaseUrl !== '' || existsSync(dataPaths(config.dataDir).database);
  const db = isThere ? await openDatabase(config) : null;
  if (db && (await hasUsers(db))) return db;
  await db?.close();
  const place = config.databaseUrl === '' ? config.dataDir : 'DATABASE_URL';
  throw new StartError(
    `The database in ${place} has no users. If anyone has signed up, give this command the settings that EV Jobs runs with: its DATABASE_URL, or its DATA_DIR.`,
  );
}

/**
 * Opens the database of a server for a command, until the command ends.
 *
 * @param locksFolder whether no other process may use the data folder meanwhile: the embedded database allows one at a time, PostgreSQL any
 *   number
 * @throws as `openUsedDatabase`; StartError for a data folder in use
 */
export async function openForCommand(
  config: Config,
  onClose: (close: () => void | Promise<void>) => void,
  locksFolder: boolean,
): Promise<Database> {
  if (locksFolder) {
    const lock = openDataDir(config.dataDir);
    onClose(() => lock.release());
  }
  const db = await openUsedDatabase(config);
  onClose(() => db.close());
  return db;
}
