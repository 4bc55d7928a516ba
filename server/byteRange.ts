import type { ByteRange } from './files/files.ts';

/** What a request asks of a file: all of it, a part, or a part that it does not have. */
export type Asked = ByteRange | 'whole' | 'none';

const oneRange = /^bytes=(\d*)-(\d*)$/;

/**
 * Reads `Range` and `If-Range` (RFC 9110). Several ranges at once, other units and what is no range at all are asked as if for the
 * whole, as the RFC allows; so is a part of a file that is another one by now.
 *
 * @param etag strong, with its quotes
 * @param size of the file, in bytes
 */
export function askedRange(
  { range, 'if-range': ifRange }: { range?: string | undefined; 'if-range'?: string | undefined },
  etag: string,
  size: number,
): Asked {
  const [, first = '', last = ''] = oneRange.exec(range?.replaceAll(' ', '') ?? '') ?? [];
  if (first === '' && last === '') return 'whole';
  if (ifRange !== undefined && ifRange !== etag) return 'whole';
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? 'none' : { start: size - length, end: size - 1 };
  }
  const start = Number(first);
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== '' && Number(last) < start) return 'whole';
  return start >= size ? 'none' : { start, end };
}
