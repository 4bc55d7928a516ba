import { mkdir, open, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Unavailable } from '../errors/errors.ts';
import { isDiskFull } from './freeSpace.ts';

/** Turns errors of the file system into `Unavailable`. Other errors come from the stream and stay as they are. */
export function storeError(error: unknown): unknown {
  return error instanceof Error && 'syscall' in error ? new Unavailable('files', error) : error;
}

const probeBytes = Buffer.alloc(64 * 1024, 1);
const probeName = 'ready.probe';

/** Resolves when a folder's disk accepts bytes and has room, else throws. Writes 64 KB, because an empty file fits on a full disk too. */
export async function tryDisk(folder: string, isFull = isDiskFull): Promise<void> {
  if (isFull(folder)) throw new Unavailable('files', new Error(`The disk of ${folder} is full.`));
  const path = join(folder, probeName);
  try {
    await writeFile(path, probeBytes, { flush: true, mode: 0o600 });
  } catch (error) {
    throw storeError(error);
  } finally {
    await rm(path, { force: true }).catch(() => {});
  }
}

/** A folder of this process where files are collected until they are complete. */
export type Incoming = {
  folder: string;
  /**
   * Writes the stream to a file with back-pressure, so that memory stays flat. Removes the file when the stream fails.
   *
   * @param sync resolves only once the bytes would survive a power cut
   */
  receive(
    name: string,
    stream: AsyncIterable<Uint8Array>,
    sync: boolean,
  ): Promise<{ path: string; size: number }>;
  discard(name: string): Promise<void>;
};

/** Opens the folder and removes what a crash left in it. */
export async function openIncoming(folder: string): Promise<Incoming> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true, mode: 0o700 });

  // What cannot be removed now is removed at the next start.
  const discard = (name: string) => rm(join(folder, name), { force: true }).catch(() => {});

  return {
    folder,
    discard,
    async receive(name, stream, sync) {
      const path = join(folder, name);
      try {
        const file = await open(path, 'wx', 0o600);
        let size = 0;
        try {
          for await (const chunk of stream) {
            await file.writeFile(chunk);
            size += chunk.byteLength;
          }
          if (sync) await file.sync();
        } finally {
          await file.close();
        }
        return { path, size };
      } catch (error) {
        await discard(name);
        throw storeError(error);
      }
    },
  };
}
