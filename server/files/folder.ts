import { createReadStream } from 'node:fs';
import { access, constants, mkdir, open, rename, rm, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { Unavailable } from '../errors.ts';
import { type ByteRange, FileMissing, type Files, isFileKey, newFileKey } from './files.ts';

/** A file's folder: a few thousand names in one folder are slow to list, so the key's beginning spreads them. */
function shardOf(dir: string, key: string): string {
  if (!isFileKey(key)) throw new FileMissing('not a file key');
  return join(dir, key.slice(0, 2));
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

/** What the file system says is about the store; any other error came with the bytes, and passes. */
function readable(error: unknown): unknown {
  return error instanceof Error && 'syscall' in error ? new Unavailable('files', error) : error;
}

/** A rename is only safe from a power cut once the folder that names the file is on the disk too. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** Writes every byte, waiting for the disk, so that memory stays flat however fast they come. */
async function writeAll(path: string, stream: AsyncIterable<Uint8Array>): Promise<number> {
  const file = await open(path, 'wx', 0o600);
  let size = 0;
  try {
    for await (const chunk of stream) {
      await file.writeFile(chunk);
      size += chunk.byteLength;
    }
    await file.sync();
  } finally {
    await file.close();
  }
  return size;
}

/**
 * Files in a folder. A file is written under a temporary name in `incoming`, and gets its own name only when it is whole;
 * what a crash left in `incoming` is removed here.
 */
export async function openFolder(dir: string): Promise<Files> {
  const incoming = join(dir, 'incoming');
  await rm(incoming, { recursive: true, force: true });
  await mkdir(incoming, { recursive: true });

  async function put(key: string, stream: AsyncIterable<Uint8Array>): Promise<number> {
    const shard = shardOf(dir, key);
    const temporary = join(incoming, key);
    try {
      const size = await writeAll(temporary, stream);
      await mkdir(shard, { recursive: true });
      await rename(temporary, join(shard, key));
      await syncFolder(shard);
      return size;
    } catch (error) {
      // What cannot be removed now is removed at the next start.
      await rm(temporary, { force: true }).catch(() => {});
      throw readable(error);
    }
  }

  async function get(key: string, range?: ByteRange): Promise<Readable> {
    const path = join(shardOf(dir, key), key);
    try {
      if (!(await stat(path)).isFile()) throw new FileMissing('not a file');
      await access(path, constants.R_OK);
    } catch (error) {
      if (!isMissing(error)) throw readable(error);
      // With the whole store gone, nobody knows what is in it.
      await access(incoming).catch((gone) => Promise.reject(readable(gone)));
      throw new FileMissing('no such file', { cause: error });
    }
    return createReadStream(path, range ?? {});
  }

  async function remove(key: string): Promise<void> {
    try {
      await unlink(join(shardOf(dir, key), key));
    } catch (error) {
      if (!isMissing(error)) throw readable(error);
    }
  }

  async function ready(): Promise<void> {
    const probe = join(incoming, `ready-${newFileKey()}`);
    try {
      const file = await open(probe, 'wx');
      await file.close();
      await unlink(probe);
    } catch (error) {
      throw readable(error);
    }
  }

  return { put, get, remove, ready };
}
