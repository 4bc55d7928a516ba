import { crc32 } from 'node:zlib';

/** How a photo is held, the one part of its EXIF data that belongs to the picture. */

const exifName = 'Exif\0\0';
const orientationTag = 0x0112;
const upright = 1;

/** Returns the orientation (1 to 8) that a segment says; 1 where it says none. @param content without marker and length */
export function orientationOf(content: Buffer): number {
  if (content.toString('latin1', 0, exifName.length) !== exifName) return upright;
  const tiff = content.subarray(exifName.length);
  const isLittle = tiff.toString('latin1', 0, 2) === 'II';
  const short = (at: number) => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  try {
    const directory = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
    for (let entry = 0; entry < short(directory); entry += 1) {
      const at = directory + 2 + entry * 12;
      if (short(at) !== orientationTag) continue;
      const orientation = short(at + 8);
      return orientation >= 1 && orientation <= 8 ? orientation : upright;
    }
  } catch (error) {
    // A directory that points outside of its segment.
    if (!(error instanceof RangeError)) throw error;
  }
  return upright;
}

function tiffOf(orientation: number): Buffer {
  return Buffer.from([
    ...[0x4d, 0x4d, 0, 42, 0, 0, 0, 8, 0, 1],
    ...[orientationTag >> 8, orientationTag & 0xff, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0],
  ]);
}

/** Returns a segment that says an orientation and nothing else; empty for an upright photo. */
export function orientationSegment(orientation: number): Buffer {
  if (orientation === upright) return Buffer.alloc(0);
  const tiff = tiffOf(orientation);
  const head = Buffer.from([0xff, 0xe1, 0, 2 + exifName.length + tiff.length]);
  return Buffer.concat([head, Buffer.from(exifName, 'latin1'), tiff]);
}

/** Returns the same for a PNG, whose chunk of EXIF data browsers heed. @param content of that chunk */
export function orientationChunk(content: Buffer): Buffer {
  const orientation = orientationOf(Buffer.concat([Buffer.from(exifName, 'latin1'), content]));
  if (orientation === upright) return Buffer.alloc(0);
  const body = Buffer.concat([Buffer.from('eXIf'), tiffOf(orientation)]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(body.length - 4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
