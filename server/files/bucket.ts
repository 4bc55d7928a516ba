import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { Unavailable } from '../errors/errors.ts';
import { withTimeout } from '../time/withTimeout.ts';
import { type ByteRange, FileMissing, type Files, isFileKey, type ListedFile } from './files.ts';
import { openIncoming } from './incoming.ts';

/** The complete bytes of an object to write. */
export type ObjectBytes = {
  /** Bytes. */
  size: number;
  /** Base64; the store rejects bytes that do not match. */
  md5: string;
  /** Opens a stream of the bytes; may be called again for a retry. */
  read(): Readable;
};

/**
 * Time limit of a response to a read or a removal, all tries together: below the client's timeout (§9: 8 s), so that the client gets a
 * response.
 */
export const responseTimeoutMs = 7000;

export type ObjectPage = {
  objects: { name: string; size: number; storedMs: number }[];
  /** The cursor of the next page; undefined after the last. */
  next: string | undefined;
};

/** An object storage service. Any error except `FileMissing` marks the store as unavailable. */
export type Bucket = {
  /** Writes an object completely or not at all. */
  write(name: string, bytes: ObjectBytes): Promise<void>;
  /** Throws `FileMissing` only when the bucket answers and has no such object. */
  read(name: string, range: ByteRange | undefined): Promise<Readable>;
  /** Removes an object; does nothing when it does not exist. */
  remove(name: string): Promise<void>;
  page(beginning: string, from: string | undefined): Promise<ObjectPage>;
};

const nothing: ObjectBytes = {
  size: 0,
  md5: createHash('md5').digest('base64'),
  read: () => Readable.from([]),
};

async function answered<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof FileMissing ? error : new Unavailable('files', error);
  }
}

/**
 * Stores files as objects of a bucket, under `prefix` and their key. A file is first written to a local folder and sent once it is
 * complete: with size and hash known, the store accepts it completely or not at all, the request can be retried, and memory stays
 * flat. A multipart upload would hold at least 5 MiB of each file in memory.
 */
export async function openBucket(bucket: Bucket, prefix: string, waiting: string): Promise<Files> {
  const incoming = await openIncoming(waiting);

  function nameOf(key: string): string {
    if (!isFileKey(key)) throw new FileMissing('not a file key');
    return prefix + key;
  }

  const remove = (name: string) => answered(withTimeout(bucket.remove(name), responseTimeoutMs));

  async function put(key: string, stream: AsyncIterable<Uint8Array>): Promise<number> {
    const name = nameOf(key);
    const hash = createHash('md5');
    async function* hashed() {
      for await (const chunk of stream) {
        hash.update(chunk);
        yield chunk;
      }
    }
    const { path, size } = await incoming.receive(key, hashed(), false);
    try {
      const md5 = hash.digest('base64');
      await answered(bucket.write(name, { size, md5, read: () => createReadStream(path) }));
      return size;
    } catch (error) {
      // The object may exist although the response was lost. If it cannot be removed now, the daily check removes it.
      await remove(name).catch(() => {});
      throw error;
    } finally {
      await incoming.discard(key);
    }
  }

  async function* list(beginning: string): AsyncGenerator<ListedFile[]> {
    let from: string | undefined;
    do {
      const page: ObjectPage = await answered(bucket.page(prefix + beginning, from));
      yield page.objects
        .map(({ name, size, storedMs }) => ({ key: name.slice(prefix.length), size, storedMs }))
        .filter(({ key }) => isFileKey(key));
      from = page.next;
    } while (from !== undefined);
  }

  return {
    put,
    list,
    get: async (key, range) => answered(bucket.read(nameOf(key), range)),
    remove: async (key) => remove(nameOf(key)),
    async ready() {
      const name = `${prefix}ready-${randomUUID()}`;
      await answered(bucket.write(name, nothing));
      await remove(name);
    },
  };
}
