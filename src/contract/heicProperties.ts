import { boxesIn, boxIn, type Range } from './heicBoxes.ts';

/** Where a property stands in the file. */
export type Property = Range & { type: string };

/** Returns an unsigned number of two or four bytes; those behind the end are zero. */
function uint(bytes: Uint8Array, at: number, length: 2 | 4): number {
  let value = 0;
  for (const byte of bytes.subarray(at, at + length)) value = value * 256 + byte;
  return value;
}

function propertyBoxes(bytes: Uint8Array) {
  const meta = boxIn(bytes, { at: 0, end: bytes.length }, 'meta');
  // Its first four bytes are its own.
  const inMeta = meta && { at: meta.at + 4, end: meta.end };
  const iprp = inMeta && boxIn(bytes, inMeta, 'iprp');
  const ipco = iprp && boxIn(bytes, iprp, 'ipco');
  return {
    pitm: inMeta && boxIn(bytes, inMeta, 'pitm'),
    ipma: iprp && boxIn(bytes, iprp, 'ipma'),
    known: ipco ? [...boxesIn(bytes, ipco.at, ipco.end)] : [],
  };
}

/** Lists the properties of all pictures of a HEIC file. */
export function allProperties(bytes: Uint8Array): Property[] {
  return propertyBoxes(bytes).known;
}

/** Lists the properties of the picture that a HEIC file shows, in the order in which they apply (ISO/IEC 23008-12, 9.3). */
export function primaryProperties(bytes: Uint8Array): Property[] {
  const { pitm, ipma, known } = propertyBoxes(bytes);
  if (!pitm || !ipma) return [];
  const primary = uint(bytes, pitm.at + 4, bytes[pitm.at] === 0 ? 2 : 4);
  const idBytes = (bytes[ipma.at] ?? 0) < 1 ? 2 : 4;
  const indexBytes = ((bytes[ipma.at + 3] ?? 0) & 1) === 1 ? 2 : 1;
  let at = ipma.at + 8;
  for (let left = uint(bytes, ipma.at + 4, 4); left > 0 && at < ipma.end; left -= 1) {
    const id = uint(bytes, at, idBytes);
    const count = bytes[at + idBytes] ?? 0;
    at += idBytes + 1;
    if (id === primary) {
      const indexes = Array.from({ length: count }, (_, nth) =>
        indexBytes === 2 ? uint(bytes, at + 2 * nth, 2) & 0x7fff : (bytes[at + nth] ?? 0) & 0x7f,
      );
      // The first has the number one.
      return indexes.flatMap((index) => known[index - 1] ?? []);
    }
    at += count * indexBytes;
  }
  return [];
}
