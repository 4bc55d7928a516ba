import { accessSync, constants, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { StartError } from './startError.ts';

/** Where things are inside the data folder. */
export function dataPaths(dataDir: string) {
  return {
    database: join(dataDir, 'database'),
    files: join(dataDir, 'files'),
    mail: join(dataDir, 'mail'),
    accounts: join(dataDir, 'accounts.json'),
    seed: join(dataDir, 'seed.json'),
    lock: join(dataDir, 'lock'),
  };
}

export type Lock = { release(): void };

/**
 * Holds the lock `file` for this process. The operating system lets go of it however the process ends, so there are no
 * stale locks; SQLite is used for nothing but that.
 *
 * @returns null when another process keeps the lock
 */
export function takeLock(file: string): Lock | null {
  const database = new DatabaseSync(file);
  try {
    database.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    if (error instanceof Error && 'errcode' in error && error.errcode === 5) return null;
    throw error;
  }
  return { release: () => database.close() };
}

function systemReason(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const reasons: Record<string, string> = {
    EACCES: 'access is not permitted',
    EPERM: 'access is not permitted',
    EROFS: 'the disk is read-only',
    ENOTDIR: 'it is not a folder',
    EEXIST: 'it is not a folder',
    ENOSPC: 'the disk is full',
  };
  return reasons[code] ?? 'it cannot be opened';
}

/**
 * Makes the data folder when it is not there, and keeps other processes out of it until `release`.
 *
 * @throws StartError when the folder cannot be used, or another process uses it
 */
export function openDataDir(dataDir: string): Lock {
  let lock: Lock | null;
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
    lock = takeLock(dataPaths(dataDir).lock);
  } catch (error) {
    throw new StartError(`The data folder ${dataDir} cannot be used: ${systemReason(error)}.`);
  }
  if (lock === null) {
    throw new StartError(`The data folder ${dataDir} is in use by another process; stop that one first.`);
  }
  return lock;
}
