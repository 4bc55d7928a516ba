import { accessSync, constants, mkdirSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { syncFolderNow } from '../data/syncFolder.ts';
import { type Lock, takeLock } from '../data/takeLock.ts';
import { StartError } from '../errors/startError.ts';
import { isDiskFull } from '../files/freeSpace.ts';

/** Returns the paths inside the data folder. */
export function dataPaths(dataDir: string) {
  return {
    database: join(dataDir, 'database'),
    files: join(dataDir, 'files'),
    // Where files are collected until they are complete, when they are stored in a bucket.
    incoming: join(dataDir, 'incoming'),
    mail: join(dataDir, 'mail'),
    accounts: join(dataDir, 'accounts.json'),
    seed: join(dataDir, 'seed.json'),
    lock: join(dataDir, 'lock'),
    // Socket on which the process that uses the folder accepts commands from processes of the same account.
    control:
      process.platform === 'win32' ? `\\\\.\\pipe\\${resolve(dataDir)}` : join(dataDir, 'control.sock'),
  };
}

function systemReason(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const reasons: Record<string, string> = {
    EACCES: 'permission denied',
    EPERM: 'permission denied',
    EROFS: 'the disk is read-only',
    ENOENT: 'a folder can’t be created there',
    ENOTDIR: 'it isn’t a folder',
    EEXIST: 'it isn’t a folder',
    ENOSPC: 'the disk is full',
  };
  return reasons[code] ?? 'it can’t be opened';
}

/** Creates one level at a time, because `recursive` never returns for a path like `/proc/x`, where no folder can be created. */
function makeFolder(path: string): void {
  const there = statSync(path, { throwIfNoEntry: false });
  if (there?.isDirectory()) return;
  if (!there) makeFolder(dirname(path));
  mkdirSync(path, { mode: 0o700 });
  syncFolderNow(dirname(path));
}

/**
 * Creates the data folder when it does not exist, and locks it against other processes until `release`.
 *
 * @throws StartError when the folder cannot be used, or another process uses it
 */
export function openDataDir(dataDir: string): Lock {
  let lock: Lock | null;
  try {
    makeFolder(resolve(dataDir));
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
    lock = takeLock(dataPaths(dataDir).lock);
  } catch (error) {
    const why = isDiskFull(dataDir) ? 'the disk is full' : systemReason(error);
    throw new StartError(`The data folder ${dataDir} can’t be used: ${why}.`);
  }
  if (lock === null) {
    throw new StartError(`The data folder ${dataDir} is in use by another process. Stop that process first.`);
  }
  return lock;
}
