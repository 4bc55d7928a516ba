import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { type Bucket, type ObjectBytes, responseTimeoutMs } from './bucket.ts';
import { FileMissing } from './files.ts';

export type S3Place = {
  bucket: string;
  region: string;
  /** Address of an S3-compatible service; empty for Amazon's. */
  endpoint: string;
};

/** Silences the SDK, whose console output is in its errors too. */
const quiet = { debug() {}, info() {}, warn() {}, error() {} };
const connectMs = 3000;
const silenceMs = 30_000;
const tries = 3;
/** Each slow download holds a connection. */
const lines = { keepAlive: true, maxSockets: 1000 };

/** Whether a retry may succeed. The SDK does not retry by itself, because a stream cannot be read twice. */
function isPassing(error: unknown): boolean {
  if (!(error instanceof S3ServiceException)) return true;
  const status = error.$metadata.httpStatusCode ?? 0;
  return status >= 500 || status === 429;
}

/** Returns a bucket of Amazon S3 or of a compatible service. Credentials come from where the SDK looks for them. */
export function s3Bucket({ bucket: Bucket, region, endpoint }: S3Place, pageSize = 1000): Bucket {
  const client = new S3Client({
    region,
    logger: quiet,
    ...(endpoint === '' ? {} : { endpoint, forcePathStyle: true }),
    // Not every service supports the newer checksums in trailers; MD5 in a header works everywhere.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: connectMs,
      socketTimeout: silenceMs,
      httpAgent: new HttpAgent(lines),
      httpsAgent: new HttpsAgent(lines),
    },
  });

  async function writeOnce(Key: string, { size, md5, read }: ObjectBytes): Promise<void> {
    const body = size === 0 ? undefined : read();
    try {
      const sum = { ContentLength: size, ContentMD5: md5 };
      await client.send(new PutObjectCommand({ Bucket, Key, Body: body ?? '', ...sum }));
    } finally {
      body?.destroy();
    }
  }

  return {
    async write(name, bytes) {
      for (let left = tries - 1; ; left--) {
        try {
          return await writeOnce(name, bytes);
        } catch (error) {
          if (left === 0 || !isPassing(error)) throw error;
        }
      }
    },
    async read(name, range) {
      const part = range ? { Range: `bytes=${range.start}-${range.end}` } : {};
      const timeout = new AbortController();
      const timer = setTimeout(() => timeout.abort(), responseTimeoutMs);
      try {
        const abortSignal = timeout.signal;
        const { Body } = await client.send(new GetObjectCommand({ Bucket, Key: name, ...part }), {
          abortSignal,
        });
        // In Node the body is always a Readable.
        return Body as Readable;
      } catch (error) {
        if (error instanceof NoSuchKey) throw new FileMissing('no such object', { cause: error });
        throw error;
      } finally {
        clearTimeout(timer);
      }
    },
    async remove(name) {
      await client.send(new DeleteObjectCommand({ Bucket, Key: name }));
    },
    async page(beginning, from) {
      const next = from === undefined ? {} : { ContinuationToken: from };
      const page = await client.send(
        new ListObjectsV2Command({ Bucket, Prefix: beginning, MaxKeys: pageSize, ...next }),
      );
      const objects = (page.Contents ?? []).map(({ Key = '', Size = 0, LastModified }) => ({
        name: Key,
        size: Size,
        storedMs: LastModified?.getTime() ?? Date.now(),
      }));
      return { objects, next: page.NextContinuationToken };
    },
  };
}
