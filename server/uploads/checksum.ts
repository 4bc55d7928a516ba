import { createHash, type Hash } from 'node:crypto';
import { invalid } from '../errors/errors.ts';

/** The value of `Tus-Checksum-Algorithm`. */
export const checksumAlgorithms = ['sha1', 'sha256'] as const;

/** The expected hash of a request's bytes. */
export type Checksum = { hash: Hash; expected: Buffer };

/**
 * Parses an `Upload-Checksum` header: an algorithm and the hash in base64.
 *
 * @throws Refusal `invalid` for another algorithm, or a malformed header
 */
export function checksumOf(header: string | string[] | undefined): Checksum | null {
  if (header === undefined) return null;
  const [, name, base64] = /^(\w+) ([A-Za-z0-9+/]+=*)$/.exec(String(header).trim()) ?? [];
  const algorithm = checksumAlgorithms.find((known) => known === name);
  if (algorithm === undefined || base64 === undefined) {
    throw invalid('Upload-Checksum', `must be one of ${checksumAlgorithms.join(', ')} and a hash in base64`);
  }
  return { hash: createHash(algorithm), expected: Buffer.from(base64, 'base64') };
}

export function isRight({ hash, expected }: Checksum): boolean {
  return hash.digest().equals(expected);
}
