import { DatabaseSync } from 'node:sqlite';

export type Lock = { release(): void };

/**
 * Takes the lock `file` for this process. The operating system releases it however the process ends, so there are no stale locks;
 * SQLite is used only for that.
 *
 * @returns null when another process has the lock
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
