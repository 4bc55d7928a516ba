import { closeSync, fsyncSync, openSync, readdirSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';

/** Whether folders can be flushed. Windows has no such call. */
export const hasFolderSync = process.platform !== 'win32';

/** Flushes a folder: a new name, or a renamed one, survives a power cut only once the folder itself is on disk. */
export async function syncFolder(path: string): Promise<void> {
  if (!hasFolderSync) return;
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

function syncNow(path: string, flags: string): void {
  const handle = openSync(path, flags);
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** Flushes a folder like `syncFolder`, before it returns. */
export function syncFolderNow(path: string): void {
  if (hasFolderSync) syncNow(path, 'r');
}

/** Flushes all files and folders of a folder, and it. */
export function syncTree(path: string): void {
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    const within = join(path, entry.name);
    if (entry.isDirectory()) syncTree(within);
    else if (entry.isFile()) syncNow(within, 'r+');
  }
  syncFolderNow(path);
}
