import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type ApiError, Storage } from '@google-cloud/storage';
import type { Bucket } from './bucket.ts';
import { FileMissing } from './files.ts';

export type GcsPlace = {
  bucket: string;
  /** Of an emulator, which asks nobody who they are; empty for Google's own. */
  endpoint: string;
};

const notFound = 404;

function hasCode(error: unknown, code: number): boolean {
  return error instanceof Error && Number((error as ApiError).code) === code;
}

/** A bucket of Google Cloud Storage. Credentials come from where Google's library looks for them. */
export function gcsBucket({ bucket: bucketName, endpoint }: GcsPlace, pageSize = 1000): Bucket {
  const storage = new Storage({
    ...(endpoint === '' ? {} : { apiEndpoint: endpoint, projectId: 'emulated' }),
    retryOptions: { maxRetries: 2, maxRetryDelay: 2, totalTimeout: 15 },
  });
  const bucket = storage.bucket(bucketName);

  async function page(beginning: string, from: string | undefined, most: number) {
    const [files, nextQuery] = await bucket.getFiles({
      autoPaginate: false,
      maxResults: most,
      prefix: beginning,
      ...(from === undefined ? {} : { pageToken: from }),
    });
    const objects = files.map(({ name, metadata }) => ({
      name,
      size: Number(metadata.size ?? 0),
      storedMs: metadata.timeCreated === undefined ? Date.now() : Date.parse(metadata.timeCreated),
    }));
    return { objects, next: (nextQuery as { pageToken?: string } | null)?.pageToken };
  }

  return {
    async write(name, { md5, read }) {
      const to = bucket.file(name).createWriteStream({
        resumable: false,
        // The service compares by itself.
        validation: false,
        metadata: { contentType: 'application/octet-stream', md5Hash: md5 },
      });
      await pipeline(read(), to);
    },
    async read(name, range) {
      const options = { ...range, decompress: false, validation: false } as const;
      const stream: Readable = bucket.file(name).createReadStream(options);
      try {
        await once(stream, 'readable');
        return stream;
      } catch (error) {
        if (!hasCode(error, notFound)) throw error;
        // A bucket that is gone is answered the same; of one that can be listed, the object is missing.
        await page(name, undefined, 1);
        throw new FileMissing('no such object', { cause: error });
      }
    },
    async remove(name) {
      await bucket.file(name).delete({ ignoreNotFound: true });
    },
    page: (beginning, from) => page(beginning, from, pageSize),
  };
}
