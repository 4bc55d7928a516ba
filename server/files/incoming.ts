import { mkdir, open, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Unavailable } from '../http/errors.ts';

/** What the file system says is about the store; any other error came with the bytes, and passes. */
export function storeError(error: unknown): unknown {
  return error instanceof Error && 'syscall' in error ? new Unavailable('files', error) : error;
}

const probeBytes = Buffer.alloc(64 * 1024, 1);
const probeName = 'ready.probe';

/** Resolves when the disk of a folder takes bytes right now, else throws: an empty file finds room on a full disk too. */
export async function tryDisk(folder: string): Promise<void> {
  const path = join(folder, probeName);
  try {
    await writeFile(path, probeBytes, { flush: true, mode: 0o600 });
  } catch (error) {
    throw storeError(error);
  } finally {
    await rm(path, { force: true }).catch(() => {});
  }
}

/** A folder of this process alone, where the bytes of a file lie until all of them are there. */
export type Incoming = {
  folder: string;
  /**
   * Writes every byte, waiting for the disk, so that memory stays flat however fast they come. When they break off, nothing is
   * left.
   *
   * @param sync resolves only once the bytes would outlive a power cut
   */
  receive(
    name: string,
    stream: AsyncIterable<Uint8Array>,
    sync: boolean,
  ): Promise<{ path: string; size: number }>;
  discard(name: string): Promise<void>;
};

/** Opens the folder; what a crash left in it is removed. */
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
