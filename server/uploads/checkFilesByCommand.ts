import type { Queryable } from '../data/db/db.ts';
import { saveResult } from '../data/schedules.ts';
import type { Files } from '../files/files.ts';
import { checkStore, storeCheck } from './checkStore.ts';

function counted(count: number, bytes?: number): string {
  const size = bytes === undefined ? '' : ` (${bytes} bytes)`;
  return `${count} ${count === 1 ? 'file' : 'files'}${size}`;
}

/** Runs `checkStore` for the command line. Returns a report of what was found and, on request, removed. */
export async function checkFilesByCommand(
  parts: { db: Queryable; files: Files; now: () => number },
  remove: boolean,
): Promise<string> {
  const { missingKeys, suspicious, ...found } = await checkStore(parts, remove ? 'all' : 'none');
  const done = Math.floor(parts.now() / 1000);
  await saveResult(parts.db, storeCheck, { ...found, done });
  const lines = [
    `Stored files: ${counted(found.stored, found.bytes)}.`,
    `Unused files older than a day: ${counted(found.orphaned, found.orphanedBytes)}.`,
  ];
  if (remove) lines.push(`Removed: ${counted(found.removed)}.`);
  if (suspicious && found.removed === 0)
    lines.push('That’s unusually many. Check that this database belongs to this file store.');
  if (!remove && found.orphaned > 0) lines.push('To remove them: npm run check-files -- --remove');
  lines.push(`Missing files: ${counted(found.missing)}.`, ...missingKeys);
  return lines.join('\n');
}
