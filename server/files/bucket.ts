import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { Unavailable } from '../http/errors.ts';
import { type ByteRange, FileMissing, type Files, isFileKey, type ListedFile } from './files.ts';
import { openIncoming } from './incoming.ts';

/** The bytes of an object, all there already. */
export type ObjectBytes = {
  /** Bytes. */
  size: number;
  /** Base64: the store refuses what arrived otherwise. */
  md5: string;
  /** Reads them, as often as it takes. */
  read(): Readable;
};

export type ObjectPage = {
  objects: { name: string; size: number; storedMs: number }[];
  /** Where the next page begins; undefined after the last. */
  next: string | undefined;
};

/** What a service for objects must be able to do. Whatever it throws, but for `FileMissing`, makes the store unavailable. */
export type Bucket = {
  /** All of an object or nothing. */
  write(name: string, bytes: ObjectBytes): Promise<void>;
  /** Throws `FileMissing` only when the bucket answers and has no such object. */
  read(name: string, range: ByteRange | undefined): Promise<Readable>;
  /** An object that is not there is as good as removed. */
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
 * Files as objects of a bucket, each under `prefix` and its key. A file waits in a folder of this process until it is whole, and is
 * sent then: with its size and sum known before, the store takes it in one piece or not at all, it can be sent again, and memory stays
 * flat however many come at once. Parts sent as they arrive would each have to be held in memory, 5 MiB at least.
 */
export async function openBucket(bucket: Bucket, prefix: string, waiting: string): Promise<Files> {
  const incoming = await openIncoming(waiting);

  function nameOf(key: string): string {
    if (!isFileKey(key)) throw new FileMissing('not a file key');
    return prefix + key;
  }

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
      // It may be there all the same, and only the answer was lost. What cannot be removed now is found when the store is looked through.
      await bucket.remove(name).catch(() => {});
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
    remove: async (key) => answered(bucket.remove(nameOf(key))),
    async ready() {
      const name = `${prefix}ready-${randomUUID()}`;
      await answered(bucket.write(name, nothing));
      await answered(bucket.remove(name));
    },
  };
}
