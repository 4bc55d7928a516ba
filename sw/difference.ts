import { hashesIn, putHashes } from '../src/contract/appFiles.ts';

/** More than the app will ever have. */
const maxBytes = 2 ** 26;

/**
 * Makes the bundle of a version from that of an earlier one and the difference between them, as `server/updates/difference.ts` writes
 * it. Whether the result is that version, its hash says: this finds only mistakes that lead beyond an end.
 */
export function applyDifference(
  before: Uint8Array<ArrayBuffer>,
  difference: Uint8Array,
): Uint8Array<ArrayBuffer> {
  let at = 0;
  const number = () => {
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = difference[at++];
      if (byte === undefined) throw new RangeError('The difference ends too early.');
      value += (byte % 128) * scale;
      if (byte < 128) return value;
    }
  };
  const size = number();
  if (size > maxBytes) throw new RangeError('The difference makes more than the app.');
  const result = new Uint8Array(size);
  const hashBytes = number();
  const stepBytes = number();
  const hashes = new TextDecoder().decode(difference.subarray(at, at + hashBytes)).split(',');
  at += hashBytes;
  let fresh = at + stepBytes;

  const text = new TextDecoder('latin1').decode(before);
  const later = new Map(hashesIn(text).map((hash, index) => [hash, hashes[index] ?? '']));
  putHashes(before, text, later);

  const put = (bytes: Uint8Array, from: number, count: number, to: number) => {
    if (count > 0 && (from < 0 || from + count > bytes.length))
      throw new RangeError('The difference names what is not there.');
    result.set(bytes.subarray(from, from + count), to);
  };
  for (let to = 0, from = 0; to < size; ) {
    const inserted = number();
    put(difference, fresh, inserted, to);
    fresh += inserted;
    to += inserted;
    const moved = number();
    from += inserted + (moved % 2 ? -(moved + 1) / 2 : moved / 2);
    const copied = number();
    put(before, from, copied, to);
    from += copied;
    to += copied;
  }
  return result;
}
