import { hash } from 'node:crypto';
import { maxIdempotencyKeyLength } from '../../src/contract/limits.ts';
import type { StoredFile } from '../files/upload.ts';
import { invalid } from '../http/errors.ts';

/**
 * The key of a write, or null when it came without one. A quoted key (as the header's draft standard has it) and a bare one
 * are the same.
 */
export function idempotencyKeyOf(header: string | string[] | undefined): string | null {
  if (header === undefined) return null;
  const given = String(header);
  const key = /^".*"$/.test(given) && given.length > 1 ? given.slice(1, -1) : given;
  if (key === '' || key.length > maxIdempotencyKeyLength || !/^[\x20-\x7e\x80-\xff]+$/.test(key)) {
    throw invalid('Idempotency-Key', `must have 1 to ${maxIdempotencyKeyLength} printable characters`);
  }
  return key;
}

/** JSON whose keys are sorted, so that equal values give equal text. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  );
}

/** The name as it was sent: a name that came without a stamp gets another one at each arrival. */
function unstamped(fileName: string): string {
  return fileName.replace(/\.\d{8}T\d{6}(?=\.[^.]*$|$)/, '');
}

/**
 * What a write asks for, as a hash of its fields as sent and its files. Not of the request's bytes, because the boundary of
 * a multipart body differs at every try; not of the checked fields, because a new release may fill in another default.
 */
export function fingerprintOf(sent: unknown, files: readonly StoredFile[]): string {
  const contents = files.map(({ fileName, sha256, size }) => [unstamped(fileName), sha256, size]);
  return hash('sha256', canonical([sent ?? {}, contents]));
}
