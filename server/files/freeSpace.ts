import { statfsSync } from 'node:fs';

/** Less than this is a full disk: the database needs as much for what it writes at once. */
const leastFreeBytes = 32 * 1024 * 1024;

/** Whether the disk of a folder is full, or nearly. False where the system does not say. */
export function isDiskFull(folder: string, least = leastFreeBytes): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize < least;
  } catch {
    return false;
  }
}
