import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { Storage } from '@google-cloud/storage';
import { type Bucket, responseTimeoutMs } from './bucket.ts';
import { type ByteRange, FileMissing } from './files.ts';

export type GcsPlace = {
  bucket: string;
  /** Address of an emulator, which needs no credentials; empty for Google's service. */
  endpoint: string;
};

const notFound = 404;

/** Returns a bucket of Google Cloud Storage. Credentials come from where Google's library looks for them. */
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

  /** Uses `fetch`, because a stream of Google's library never ends when its connection breaks. */
  async function download(name: string, range: ByteRange | undefined): Promise<Response> {
    const url = `${storage.apiEndpoint}/storage/v1/b/${bucketName}/o/${encodeURIComponent(name)}?alt=media`;
    const token = endpoint === '' ? await storage.authClient.getAccessToken() : null;
    const timeout = new AbortController();
    const timer = setTimeout(() => timeout.abort(), responseTimeoutMs);
    try {
      return await fetch(url, {
        signal: timeout.signal,
        headers: {
          ...(token ? { authorization: `Bearer ${token}` } : {}),
          ...(range ? { range: `bytes=${range.start}-${range.end}` } : {}),
        },
      });
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    async write(name, { md5, read }) {
      const to = bucket.file(name).createWriteStream({
        resumable: false,
        // The service checks the MD5 itself.
        validation: false,
        metadata: { contentType: 'application/octet-stream', md5Hash: md5 },
      });
      await pipeline(read(), to);
    },
    async read(name, range) {
      const answer = await download(name, range);
      if (answer.ok && answer.body) return Readable.fromWeb(answer.body as ReadableStream);
      await answer.body?.cancel();
      if (answer.status !== notFound) throw new Error(`Google Cloud Storage responded with ${answer.status}`);
      // A missing bucket also responds 404. If the bucket can be listed, the object is missing.
      await page(name, undefined, 1);
      throw new FileMissing('no such object');
    },
    async remove(name) {
      await bucket.file(name).delete({ ignoreNotFound: true });
    },
    page: (beginning, from) => page(beginning, from, pageSize),
  };
}
