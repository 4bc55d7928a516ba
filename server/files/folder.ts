import { createReadStream } from 'node:fs';
import { access, constants, mkdir, readdir, rename, stat, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { syncFolder } from '../data/syncFolder.ts';
import { type ByteRange, FileMissing, type Files, isFileKey, type ListedFile } from './files.ts';
import { openIncoming, storeError, tryDisk } from './incoming.ts';

const shardLength = 2;

/**
 * Returns the subfolder of a file. Keys are spread by their beginning, because folders with thousands of files are slow to list.
 */
function shardOf(dir: string, key: string): string {
  if (!isFileKey(key)) throw new FileMissing('not a file key');
  return join(dir, key.slice(0, shardLength));
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

/** Returns null for a file that was removed meanwhile. */
async function listed(shard: string, key: string): Promise<ListedFile | null> {
  try {
    // The time of the rename; a copy can carry any modification time.
    const { size, ctimeMs } = await stat(join(shard, key));
    return { key, size, storedMs: ctimeMs };
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

/**
 * Stores files in a folder. A file is written under a temporary name in `incoming` and renamed once it is complete. Removes what a
 * crash left in `incoming`.
 */
export async function openFolder(dir: string): Promise<Files> {
  const incoming = await openIncoming(join(dir, 'incoming'));
  await syncFolder(dirname(dir));

  async function put(key: string, stream: AsyncIterable<Uint8Array>): Promise<number> {
    const shard = shardOf(dir, key);
    const { path, size } = await incoming.receive(key, stream, true);
    try {
      if (await mkdir(shard, { recursive: true })) await syncFolder(dir);
      await rename(path, join(shard, key));
      await syncFolder(shard);
      return size;
    } catch (error) {
      await incoming.discard(key);
      throw storeError(error);
    }
  }

  async function get(key: string, range?: ByteRange): Promise<Readable> {
    const path = join(shardOf(dir, key), key);
    try {
      if (!(await stat(path)).isFile()) throw new FileMissing('not a file');
      await access(path, constants.R_OK);
    } catch (error) {
      if (!isMissing(error)) throw storeError(error);
      // When the whole store is gone, a missing file proves nothing.
      await access(incoming.folder).catch((gone) => Promise.reject(storeError(gone)));
      throw new FileMissing('no such file', { cause: error });
    }
    return createReadStream(path, range ?? {});
  }

  async function remove(key: string): Promise<void> {
    try {
      await unlink(join(shardOf(dir, key), key));
    } catch (error) {
      if (!isMissing(error)) throw storeError(error);
    }
  }

  async function* list(beginning: string): AsyncGenerator<ListedFile[]> {
    try {
      const names = (await readdir(dir)).sort();
      const start = beginning.slice(0, shardLength);
      const shards = names.filter((name) => name.length === shardLength && name.startsWith(start));
      for (const shard of shards.map((name) => join(dir, name))) {
        const keys = (await readdir(shard)).filter((name) => isFileKey(name) && name.startsWith(beginning));
        const files = await Promise.all(keys.map((key) => listed(shard, key)));
        yield files.filter((file) => file !== null);
      }
    } catch (error) {
      throw storeError(error);
    }
  }

  return { put, get, remove, list, ready: () => tryDisk(incoming.folder) };
}
