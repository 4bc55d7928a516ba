import { hash } from 'node:crypto';
import { givenFileName } from '../../src/contract/files/fileNames.ts';
import { maxIdempotencyKeyLength } from '../../src/contract/limits.ts';
import type { StoredFile } from '../data/storedFile.ts';
import { invalid } from '../errors/errors.ts';

/**
 * Returns the key of a write, or null when it has none. A quoted key (as in the header's draft standard) and a bare one are equal. Of a key
 * with an email address it returns the hash: it is kept for good, and an erasure does not look at the keys of others.
 */
export function idempotencyKeyOf(header: string | string[] | undefined): string | null {
  if (header === undefined) return null;
  const given = String(header);
  const key = /^".*"$/.test(given) && given.length > 1 ? given.slice(1, -1) : given;
  if (key === '' || key.length > maxIdempotencyKeyLength || !/^[\x20-\x7e\x80-\xff]+$/.test(key)) {
    throw invalid('Idempotency-Key', `must have 1 to ${maxIdempotencyKeyLength} printable characters`);
  }
  return /@|%40/i.test(key) ? hash('sha256', key) : key;
}

/** Serializes a value with sorted keys, so that equal values give equal text. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  );
}

/**
 * Hashes the fields of a write as sent, and its files. Not the bytes of the request, because a multipart boundary differs at each
 * attempt, as the time stamp of a file name does; not the validated fields, because a later release may add defaults.
 */
export function fingerprintOf(sent: unknown, files: readonly StoredFile[]): string {
  const contents = files.map((file) => {
    const { sha256, size } = file.sent ?? file;
    return [givenFileName(file.fileName), sha256, size];
  });
  return hash('sha256', canonical([sent ?? {}, contents]));
}
