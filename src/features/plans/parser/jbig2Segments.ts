/** The kinds of segments that draw, and those that do not. */
const regions = [4, 6, 7, 20, 22, 23, 36, 38, 39, 40, 42, 43];
const others = [0, 16, 48, 49, 50, 51, 52, 53, 62];
const lengthUnknown = 0xffffffff;

/**
 * Returns how much of a picture in JBIG2 can be there, by its segments (ITU-T T.88, 7.2): the decoder draws what it can read, and says
 * nothing of the rest.
 */
export function jbig2Contents(bytes: Uint8Array | Uint8ClampedArray): 'all' | 'part' | 'nothing' {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let isDrawn = false;
  const broken = () => (isDrawn ? 'part' : 'nothing');
  let at = 0;
  // A shorter rest is no segment.
  while (at + 11 <= bytes.length) {
    const { type, length, start } = segmentAt(view, at);
    if (type === 49 || type === 51) break;
    const isRegion = regions.includes(type);
    if ((!isRegion && !others.includes(type)) || start > bytes.length) return broken();
    if (length === lengthUnknown) return isRegion ? 'all' : broken();
    at = start + length;
    if (at > bytes.length) return isRegion || isDrawn ? 'part' : 'nothing';
    isDrawn ||= isRegion;
  }
  return isDrawn ? 'all' : 'nothing';
}

function segmentAt(view: DataView, at: number) {
  const number = view.getUint32(at);
  const flags = view.getUint8(at + 4);
  const count = view.getUint8(at + 5) >> 5;
  const isLong = count === 7;
  const referred = isLong ? view.getUint32(at + 5) & 0x1fffffff : count;
  const referredBytes = referred * (number <= 256 ? 1 : number <= 65536 ? 2 : 4);
  const end =
    at + 5 + (isLong ? 4 + Math.ceil((referred + 1) / 8) : 1) + referredBytes + (flags & 0x40 ? 4 : 1);
  const length = end + 4 <= view.byteLength ? view.getUint32(end) : 0;
  return { type: flags & 0x3f, length, start: end + 4 };
}
