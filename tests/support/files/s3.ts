import crypto from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSwift, swiftEnvironment } from './swift.ts';

export type RunningS3 = {
  /** `http://127.0.0.1:port` */
  endpoint: string;
  /** Returns the names of all objects with this prefix, incomplete ones included. */
  names(beginning: string): Promise<string[]>;
  stop(): Promise<void>;
};

/** `S3=swift` chooses OpenStack Swift in place of S3rver. */
const isSwift = process.env.S3 === 'swift';
/** The server requires and accepts only these credentials. */
export const s3Environment = isSwift
  ? swiftEnvironment
  : { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' };
export const s3Bucket = 'ev-files';

let hasDes = false;

/**
 * S3rver encrypts the cursors of listings with DES, which OpenSSL no longer has. Triple DES with the same key three
 * times is the same by definition.
 */
function withDes(): void {
  if (hasDes) return;
  hasDes = true;
  for (const name of ['createCipheriv', 'createDecipheriv'] as const) {
    const original: (algorithm: string, key: Buffer, iv: Buffer) => unknown = crypto[name];
    crypto[name] = ((algorithm: string, key: Buffer, iv: Buffer) =>
      algorithm === 'des'
        ? original('des-ede3-cbc', Buffer.concat([key, key, key]), iv)
        : original(algorithm, key, iv)) as never;
  }
}

const objectEnding = '._S3rver_object';

/** Starts a server that speaks S3 on a free port, with one bucket. */
export function startS3(): Promise<RunningS3> {
  return isSwift ? startSwift(s3Bucket) : startS3rver();
}

/** Starts S3rver. @returns also the folder with the objects of its bucket, which may be copied and put back */
export async function startS3rver(): Promise<RunningS3 & { folder: string }> {
  // Loaded only when one is started.
  const { default: S3rver } = await import('@20minutes/s3rver');
  withDes();
  const directory = await mkdtemp(join(tmpdir(), 'ev-s3-'));
  const bucket = join(directory, s3Bucket);
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    vhostBuckets: false,
    // It computes the signatures of listings differently from Amazon and the SDK.
    allowMismatchedSignatures: true,
    configureBuckets: [{ name: s3Bucket }],
  });
  const { port } = await server.run();
  return {
    endpoint: `http://127.0.0.1:${port}`,
    folder: bucket,
    async names(beginning) {
      const entries = await readdir(bucket, { recursive: true, withFileTypes: true });
      return entries
        .filter((entry) => entry.isFile() && entry.name.endsWith(objectEnding))
        .map((entry) => join(entry.parentPath, entry.name).slice(bucket.length + 1, -objectEnding.length))
        .filter((name) => name.startsWith(beginning));
    },
    async stop() {
      server.httpServer.closeAllConnections();
      await server.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
