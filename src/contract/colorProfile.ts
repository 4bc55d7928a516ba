import { textAt } from './heicBoxes.ts';
import { allProperties, type Property, primaryProperties } from './heicProperties.ts';

/** The colors of the numbers in a picture: those of an ICC profile, or a space that browsers know by name. */
type PictureColor = { profile: Uint8Array | null; space: 'srgb' | 'display-p3' };

const displayP3 = 12;

/** Reads the colors of the picture that a HEIC file shows; where it names none, the first of the file. */
export function colorOf(bytes: Uint8Array): PictureColor {
  const colorsIn = (properties: Property[]) => properties.filter(({ type }) => type === 'colr');
  const own = colorsIn(primaryProperties(bytes));
  const colors = own.length > 0 ? own : colorsIn(allProperties(bytes));
  const profile = colors.find(({ at }) => ['prof', 'rICC'].includes(textAt(bytes, at)));
  if (profile) return { profile: bytes.slice(profile.at + 4, profile.end), space: 'srgb' };
  const [numbers] = colors;
  const isP3 = numbers && textAt(bytes, numbers.at) === 'nclx' && bytes[numbers.at + 5] === displayP3;
  return { profile: null, space: isP3 ? 'display-p3' : 'srgb' };
}

const profileMark = Uint8Array.from('ICC_PROFILE\0', (character) => character.charCodeAt(0));
/** A segment's length has two bytes, which count themselves, the mark, and the number and count of the segments. */
const maxSegmentBytes = 0xffff - 2 - profileMark.length - 2;

function profileSegments(profile: Uint8Array): Uint8Array<ArrayBuffer>[] {
  const count = Math.ceil(profile.length / maxSegmentBytes);
  return Array.from({ length: count }, (_, index) => {
    const part = profile.slice(index * maxSegmentBytes, (index + 1) * maxSegmentBytes);
    const length = part.length + profileMark.length + 4;
    return Uint8Array.from([
      ...[0xff, 0xe2, length >> 8, length & 0xff],
      ...profileMark,
      ...[index + 1, count],
      ...part,
    ]);
  });
}

function isProfile(segment: Uint8Array): boolean {
  return segment[1] === 0xe2 && profileMark.every((byte, at) => segment[4 + at] === byte);
}

/** Replaces the ICC profile that a canvas wrote into its JPEG by the one of the photo, in whose colors the pixels are. */
export function withProfile(
  jpeg: Uint8Array<ArrayBuffer>,
  profile: Uint8Array | null,
): Uint8Array<ArrayBuffer>[] {
  if (!profile || profile.length === 0) return [jpeg];
  const view = new DataView(jpeg.buffer, jpeg.byteOffset);
  const kept: Uint8Array<ArrayBuffer>[] = [];
  let at = 2;
  // The segments before the picture itself.
  while (at + 4 <= jpeg.length && jpeg[at] === 0xff && jpeg[at + 1] !== 0xda) {
    const end = at + 2 + view.getUint16(at + 2);
    const segment = jpeg.subarray(at, end);
    if (!isProfile(segment)) kept.push(segment);
    at = end;
  }
  // The first says that the file is a JPEG of the usual kind, and stays the first.
  const [first, ...others] = kept;
  return [
    jpeg.subarray(0, 2),
    ...(first ? [first] : []),
    ...profileSegments(profile),
    ...others,
    jpeg.subarray(at),
  ];
}
